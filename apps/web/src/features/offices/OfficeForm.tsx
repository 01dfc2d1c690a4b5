import { officeBody, type Office } from '@portal/contract/offices';
import { formatZipInput } from '@portal/domain/address';
import type { z } from 'zod';
import { useAccess } from '#lib/session/use-session.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormCheckbox } from '#ui/form/FormCheckbox.tsx';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { FormPhoneField } from '#ui/form/FormPhoneField.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { Section } from '#ui/Section.tsx';
import { currentInput, NEW_OFFICE, OFFICE_LABELS as LABELS, officeInput } from './office-form.ts';

interface OfficeFormProps {
  /** Omitted for a new office. */
  readonly office?: Office;
  /** Saves the office and leaves the page. */
  readonly onSave: (values: z.output<typeof officeBody>) => Promise<void>;
}

/** The office form. It validates with the contract's schema and formats phone numbers during typing. */
export function OfficeForm({ office, onSave }: OfficeFormProps) {
  const { hasRole } = useAccess();
  const form = useAppForm(officeBody, {
    defaultValues: office === undefined ? NEW_OFFICE : officeInput(office),
    onSubmit: onSave,
    errorFallback: 'Failed to save office',
    stale: { read: currentInput, labels: LABELS },
  });
  const { control } = form;
  const isSuperAdmin = hasRole('SuperAdmin');
  return (
    <Form form={form}>
      <Section title="Office">
        <FormGrid>
          <FormTextField control={control} name="name" label={LABELS.name} required />
          <FormTextField control={control} name="address" label={LABELS.address} required />
          <FormTextField control={control} name="city" label={LABELS.city} required />
          <FormGrid>
            <FormTextField
              control={control}
              name="state"
              label={LABELS.state}
              required
              toValue={(text) => text.toUpperCase()}
            />
            <FormTextField
              control={control}
              name="zipCode"
              label={LABELS.zipCode}
              required
              inputMode="numeric"
              format={formatZipInput}
            />
          </FormGrid>
          <FormPhoneField control={control} name="phone" label={LABELS.phone} required />
          <FormPhoneField control={control} name="fax" label={LABELS.fax} />
          <FormTextField
            control={control}
            name="npi"
            label={LABELS.npi}
            inputMode="numeric"
            helperText="National Provider Identifier of the organization"
          />
        </FormGrid>
      </Section>
      <Section title="Settings">
        <FormGrid>
          <FormCheckbox
            control={control}
            name="isSurgeryCenter"
            label={LABELS.isSurgeryCenter}
            helperText="Procedures are performed at this office."
          />
          <FormCheckbox
            control={control}
            name="superAdminOnly"
            label={LABELS.superAdminOnly}
            disabled={!isSuperAdmin}
            helperText={
              isSuperAdmin
                ? 'Only SuperAdmins see this office and assign users to it.'
                : 'Only a SuperAdmin can set this.'
            }
          />
          {office === undefined ? null : (
            <FormCheckbox
              control={control}
              name="isActive"
              label={LABELS.isActive}
              look="switch"
              helperText="Inactive offices are kept but can no longer be selected."
            />
          )}
        </FormGrid>
      </Section>
      <FormActions cancelTo="/offices" />
    </Form>
  );
}
