import { TextField } from '@mui/material';
import { useEffect } from 'react';
import { z } from 'zod';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormCheckbox } from '#ui/form/FormCheckbox.tsx';
import { FormDateField } from '#ui/form/FormDateField.tsx';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { FormPhoneField } from '#ui/form/FormPhoneField.tsx';
import { FormRadioGroup } from '#ui/form/FormRadioGroup.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { Section } from '#ui/Section.tsx';

const schema = z.object({
  lastName: z.string(),
  firstName: z.string().min(1, 'First name is required'),
  birthDate: z.string(),
  phone: z.string(),
  state: z.string(),
  reason: z.string(),
  side: z.string(),
  isActive: z.boolean(),
  isStat: z.boolean(),
});

const SIDES = [
  { value: 'Left', label: 'Left' },
  { value: 'Right', label: 'Right' },
  { value: 'Bilateral', label: 'Bilateral' },
];
const STATES = [
  { value: 'IL', label: 'Illinois' },
  { value: 'WI', label: 'Wisconsin' },
];

/** A form with every kind of field, one of them invalid. */
export function Fields() {
  const form = useAppForm(schema, {
    defaultValues: {
      lastName: 'Davis',
      firstName: '',
      birthDate: '1968-05-14',
      phone: '3125550147',
      state: 'IL',
      reason: 'Low back pain that radiates into the left leg.',
      side: 'Left',
      isActive: true,
      isStat: false,
    },
    errorFallback: 'Failed to save',
    onSubmit: async () => undefined,
  });
  const { control, methods } = form;
  useEffect(() => void methods.trigger('firstName'), [methods]);
  return (
    <Section title="Fields">
      <Form form={form} guardsChanges={false} focusesFirst={false}>
        <FormGrid>
          <FormTextField control={control} name="lastName" label="Last Name" required />
          <FormTextField control={control} name="firstName" label="First Name" required />
          <FormDateField control={control} name="birthDate" label="Date of Birth" hasCalendar />
          <FormPhoneField control={control} name="phone" label="Phone" helperText="With area code" />
          <FormSelect control={control} name="state" label="State" options={STATES} />
          <TextField
            label="MRN"
            value="00000042"
            helperText="Assigned automatically"
            slotProps={{ input: { readOnly: true } }}
          />
          <TextField label="Deactivated" value="Not possible now" disabled />
        </FormGrid>
        <FormTextField control={control} name="reason" label="Reason" rows={2} />
        <FormRadioGroup control={control} name="side" label="Side" options={SIDES} />
        <FormCheckbox control={control} name="isStat" label="STAT (immediate)" />
        <FormCheckbox control={control} name="isActive" label="Active" look="switch" />
        <FormActions submitLabel="Save" cancelTo="/design" />
      </Form>
    </Section>
  );
}
