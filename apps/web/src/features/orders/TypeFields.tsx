import { Box } from '@mui/material';
import type { Order } from '@portal/contract/orders';
import { isImaging, isReferral, ORDER_TYPES } from '@portal/domain/order';
import { useWatch, type Control } from 'react-hook-form';
import { FormCheckbox } from '#ui/form/FormCheckbox.tsx';
import { FormRadioGroup } from '#ui/form/FormRadioGroup.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { ORDER_LABELS as LABELS, type OrderInput, type OrderPayload } from './order-form.ts';
import { CONTRAST_OPTIONS, SIDE_OPTIONS } from './order-labels.ts';
import { ProcedureFields } from './ProcedureFields.tsx';

/** The first field that a type asks for next, so that it can be filled in at once. */
export function fieldAfterType(chosen: string): 'bodyPart' | 'specialist' | 'diagnosis' {
  const type = ORDER_TYPES.find((known) => known === chosen);
  if (type !== undefined && isImaging(type)) return 'bodyPart';
  return type !== undefined && isReferral(type) ? 'specialist' : 'diagnosis';
}

interface TypeFieldsProps {
  readonly control: Control<OrderInput, unknown, OrderPayload>;
  /** The order being edited. */
  readonly order: Order | undefined;
}

/** Fields for imaging, referrals or procedures only, in a grid. Values are kept when the type is switched back. */
export function TypeFields({ control, order }: TypeFieldsProps) {
  const [type, isProcedure] = useWatch({ control, name: ['type', 'isProcedure'] });
  const next = fieldAfterType(type);
  if (next === 'specialist') {
    return (
      <FormTextField
        control={control}
        name="specialist"
        label={LABELS.specialist}
        helperText="Specialist or practice the patient is referred to"
      />
    );
  }
  if (type === 'Other')
    return (
      <>
        <Box sx={{ gridColumn: '1 / -1' }}>
          <FormCheckbox
            control={control}
            name="isProcedure"
            label={LABELS.isProcedure}
            helperText="A note can be started from the order of a procedure"
          />
        </Box>
        {isProcedure ? <ProcedureFields control={control} order={order} /> : null}
      </>
    );
  if (next === 'diagnosis') return null;
  const choice = <N extends 'side' | 'contrast'>(name: N) => ({
    control,
    name,
    label: LABELS[name],
    noneLabel: 'Not specified',
  });
  return (
    <>
      <FormTextField control={control} name="bodyPart" label={LABELS.bodyPart} />
      <FormRadioGroup {...choice('side')} options={SIDE_OPTIONS} />
      <FormRadioGroup {...choice('contrast')} options={CONTRAST_OPTIONS} />
    </>
  );
}
