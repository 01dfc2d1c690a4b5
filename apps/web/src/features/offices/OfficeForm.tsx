import { officeRecord, type Office, type officeBody } from '@portal/contract/offices';
import { formatZipInput } from '@portal/domain/address';
import type { z } from 'zod';
import { useAccess } from '#lib/session/use-session.ts';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { RecordForm } from '#ui/form/RecordForm.tsx';
import { Section } from '#ui/Section.tsx';

interface OfficeFormProps {
  /** Null for a new office. */
  readonly office: Office | null;
  /** Saves the office and leaves the page. */
  readonly onSave: (values: z.output<typeof officeBody>) => Promise<void>;
}

/** The office form. */
export function OfficeForm({ office, onSave }: OfficeFormProps) {
  const isSuperAdmin = useAccess().hasRole('SuperAdmin');
  return (
    <RecordForm
      record={officeRecord}
      saved={office}
      draft={office === null ? 'officeCreate' : 'officeUpdate'}
      errorFallback="Failed to save office"
      onSave={onSave}
      cancelTo="/offices"
    >
      {(field) => (
        <>
          <Section title="Office">
            <FormGrid>
              {field('name')}
              {field('address')}
              {field('city')}
              <FormGrid>
                {field('state', { toValue: (text) => text.toUpperCase() })}
                {field('zipCode', { inputMode: 'numeric', format: formatZipInput })}
              </FormGrid>
              {field('phone')}
              {field('fax')}
              {field('npi', {
                inputMode: 'numeric',
                helperText: 'National Provider Identifier of the organization',
              })}
            </FormGrid>
          </Section>
          <Section title="Settings">
            <FormGrid>
              {field('isSurgeryCenter', { helperText: 'Procedures are performed at this office.' })}
              {field('superAdminOnly', {
                disabled: !isSuperAdmin,
                helperText: isSuperAdmin
                  ? 'Only SuperAdmins see this office and assign users to it.'
                  : 'Only a SuperAdmin can set this.',
              })}
              {office === null
                ? null
                : field('isActive', {
                    look: 'switch',
                    helperText: 'Inactive offices are kept but can no longer be selected.',
                  })}
            </FormGrid>
          </Section>
        </>
      )}
    </RecordForm>
  );
}
