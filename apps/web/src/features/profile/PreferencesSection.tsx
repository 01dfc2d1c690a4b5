import { DENSITIES, preferences as preferencesSchema } from '@portal/contract/preferences';
import { DEFAULT_PAGE_SIZE, PAGE_SIZE_OPTIONS } from '@portal/domain/list';
import { z } from 'zod';
import { usePreferences } from '#lib/session/use-preferences.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormCheckbox } from '#ui/form/FormCheckbox.tsx';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { DENSITY_LABELS } from '#ui/list-view/DensityChoice.tsx';
import { Section } from '#ui/Section.tsx';
import { useToast } from '#ui/ToastProvider.tsx';

const chosenHere = preferencesSchema.pick({
  theme: true,
  landingPage: true,
  pageSize: true,
  density: true,
  letterShortcuts: true,
});
// A select has string values; the schema converts the page size back to a number.
const formSchema = chosenHere.extend({
  pageSize: z
    .string()
    .transform((text) => PAGE_SIZE_OPTIONS.find((size) => String(size) === text) ?? DEFAULT_PAGE_SIZE),
});

const THEMES = [
  { value: 'system', label: 'Match system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
const ROW_HEIGHTS = DENSITIES.map((value) => ({ value, label: DENSITY_LABELS[value] }));
const PAGE_SIZES = PAGE_SIZE_OPTIONS.map((size) => ({ value: String(size), label: `${size} rows` }));

/** A page that can be shown after sign-in. */
export interface LandingPage {
  readonly value: string;
  readonly label: string;
}

interface PreferencesProps {
  /** The pages that the user may open. */
  readonly landingPages: readonly LandingPage[];
}

/** Theme, landing page, page size and shortcuts. */
export function PreferencesSection({ landingPages }: PreferencesProps) {
  const { preferences } = usePreferences();
  // The theme switch in the top bar changes the same preference; the key resets the form then.
  return (
    <Section title="Preferences">
      <PreferencesForm key={JSON.stringify(chosenHere.parse(preferences))} landingPages={landingPages} />
    </Section>
  );
}

function PreferencesForm({ landingPages }: PreferencesProps) {
  const toast = useToast();
  const { preferences, save } = usePreferences();
  // A page that the user may no longer open is not offered; the dashboard opens instead.
  const landingPage = landingPages.some(({ value }) => value === preferences.landingPage)
    ? preferences.landingPage
    : '/';
  const form = useAppForm(formSchema, {
    defaultValues: { ...chosenHere.parse(preferences), landingPage, pageSize: String(preferences.pageSize) },
    errorFallback: 'Your preferences could not be saved',
    onSubmit: async (values) => {
      await save(values);
      toast.success('Your preferences were saved.');
    },
  });
  return (
    <Form form={form} focusesFirst={false}>
      <FormGrid>
        <FormSelect control={form.control} name="theme" label="Theme" options={THEMES} />
        <FormSelect control={form.control} name="landingPage" label="Landing page" options={landingPages} />
        <FormSelect control={form.control} name="pageSize" label="Rows per page" options={PAGE_SIZES} />
        <FormSelect control={form.control} name="density" label="Row height" options={ROW_HEIGHTS} />
      </FormGrid>
      <FormCheckbox
        control={form.control}
        name="letterShortcuts"
        label="Single-letter shortcuts"
        look="switch"
        helperText="Keys such as n, j or ?. Shortcuts with Ctrl always work."
      />
      <FormActions />
    </Form>
  );
}
