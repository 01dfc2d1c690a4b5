import { preferences as preferencesSchema } from '@portal/contract/preferences';
import type { Preferences } from '@portal/contract/preferences';
import { ipWhitelistList } from '@portal/contract/offices';
import { patientList } from '@portal/contract/patients';
import { userList } from '@portal/contract/users';
import { DEFAULT_PAGE_SIZE, PAGE_SIZE_OPTIONS } from '@portal/domain/list';
import { z } from 'zod';
import { usePreferences } from '#lib/session/use-preferences.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { Section } from '#ui/Section.tsx';
import { useToast } from '#ui/ToastProvider.tsx';

// A select has string values; the schema converts the page size back to a number.
const formSchema = preferencesSchema.extend({
  pageSize: z
    .string()
    .transform((text) => PAGE_SIZE_OPTIONS.find((size) => String(size) === text) ?? DEFAULT_PAGE_SIZE),
});

const THEMES = [
  { value: 'system', label: 'Match system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
const PAGE_SIZES = PAGE_SIZE_OPTIONS.map((size) => ({ value: String(size), label: `${size} rows` }));

/** Theme, landing page and page size. */
export function PreferencesSection() {
  const { preferences } = usePreferences();
  // The theme switch in the top bar changes the same preference; the key resets the form then.
  return (
    <Section title="Preferences">
      <PreferencesForm key={JSON.stringify(preferences)} />
    </Section>
  );
}

function PreferencesForm() {
  const toast = useToast();
  const { preferences, save } = usePreferences();
  const landingPages = useLandingPages();
  const form = useAppForm(formSchema, {
    defaultValues: { ...preferences, pageSize: String(preferences.pageSize) },
    errorFallback: 'Your preferences could not be saved',
    onSubmit: async (values) => {
      await save(values);
      toast.success('Your preferences were saved.');
    },
  });
  return (
    <Form form={form} guardsChanges={false}>
      <FormGrid>
        <FormSelect control={form.control} name="theme" label="Theme" options={THEMES} />
        <FormSelect control={form.control} name="landingPage" label="Landing page" options={landingPages} />
        <FormSelect control={form.control} name="pageSize" label="Rows per page" options={PAGE_SIZES} />
      </FormGrid>
      <FormActions />
    </Form>
  );
}

/** The landing pages that the user may open, based on the guards of the endpoints that they use. */
function useLandingPages(): { readonly value: Preferences['landingPage']; readonly label: string }[] {
  const { passes } = useAccess();
  const pages = [
    { value: '/', label: 'Dashboard', isOpen: true },
    { value: '/patients', label: 'Patients', isOpen: passes(patientList.guard) },
    { value: '/users', label: 'Users', isOpen: passes(userList.guard) },
    { value: '/offices', label: 'Offices', isOpen: passes(ipWhitelistList.guard) },
  ] as const;
  return pages.filter(({ isOpen }) => isOpen).map(({ value, label }) => ({ value, label }));
}
