import { Box, Stack, TextField } from '@mui/material';
import type { Order } from '@portal/contract/orders';
import { FIRST_ORDER_DATE } from '@portal/domain/order';
import { patientLabel } from '@portal/domain/person-name';
import { useWatch, type Control } from 'react-hook-form';
import { FormDiagnosisField } from '#pickers/FormDiagnosisField.tsx';
import { FormPatientField } from '#pickers/FormPatientField.tsx';
import { PatientAlerts } from '#pickers/PatientAlerts.tsx';
import type { PatientChoice } from '#pickers/PatientPicker.tsx';
import { FormCheckbox } from '#ui/form/FormCheckbox.tsx';
import { FormDateField } from '#ui/form/FormDateField.tsx';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { FormRadioGroup } from '#ui/form/FormRadioGroup.tsx';
import { FormSelect, type SelectOption } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { Section } from '#ui/Section.tsx';
import { ORDER_LABELS as LABELS, type OrderInput, type OrderPayload } from './order-form.ts';
import { PRIORITY_OPTIONS, TYPE_OPTIONS } from './order-labels.ts';
import { TypeFields } from './TypeFields.tsx';

interface OrderFormFieldsProps {
  readonly control: Control<OrderInput, unknown, OrderPayload>;
  /** The order being edited; its patient cannot be changed. */
  readonly order: Order | undefined;
  /** The preselected patient of a new order. */
  readonly patient: PatientChoice | null;
  readonly today: string;
  readonly providers: readonly SelectOption[];
  readonly providersHelp: string | undefined;
  /** Called after the type was chosen with the mouse or a finger. */
  readonly onTypePicked: (type: string) => void;
}

/** The fields of the order form. */
export function OrderFormFields({
  control,
  order,
  patient,
  today,
  providers,
  providersHelp,
  onTypePicked,
}: OrderFormFieldsProps) {
  const patientId = useWatch({ control, name: 'patientId' });
  const field = <N extends keyof typeof LABELS>(name: N) => ({ control, name, label: LABELS[name] });
  return (
    <>
      <Section title="Order">
        <FormGrid>
          {order === undefined ? (
            <FormPatientField control={control} name="patientId" required initial={patient} />
          ) : (
            <div>
              <TextField
                fullWidth
                label={LABELS.patientId}
                value={patientLabel(order.patient)}
                helperText="Cannot be changed. Cancel this order and create a new one."
                slotProps={{ htmlInput: { readOnly: true } }}
              />
              <PatientAlerts patientId={order.patient.id} sx={{ mt: 1 }} />
            </div>
          )}
          <FormSelect
            {...field('orderedByUserId')}
            required
            options={providers}
            emptyText="No active providers"
            {...(providersHelp !== undefined && { helperText: providersHelp })}
          />
          <FormRadioGroup {...field('type')} required options={TYPE_OPTIONS} onPicked={onTypePicked} />
          <TypeFields control={control} order={order} />
          <Box sx={{ gridColumn: '1 / -1' }}>
            <FormDiagnosisField
              {...field('diagnosis')}
              required
              patientId={patientId}
              helperText="Search by ICD-10 code or description, or type your own"
            />
          </Box>
        </FormGrid>
      </Section>
      <Section title="Order Details">
        <Stack spacing={2}>
          <FormGrid>
            <FormDateField {...field('orderDate')} required hasCalendar min={FIRST_ORDER_DATE} max={today} />
            <FormSelect {...field('priority')} required options={PRIORITY_OPTIONS} />
            <FormCheckbox {...field('isStat')} label="STAT (immediate)" look="switch" />
          </FormGrid>
          <FormTextField {...field('instructions')} rows={4} isWriting />
        </Stack>
      </Section>
    </>
  );
}
