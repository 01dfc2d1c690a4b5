import { isImaging, isReferral, ORDER_TYPES } from '@portal/domain/order';
import { useWatch, type Control } from 'react-hook-form';
import { FormRadioGroup } from '#ui/form/FormRadioGroup.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { ORDER_LABELS as LABELS, type OrderInput, type OrderPayload } from './order-form.ts';
import { CONTRAST_OPTIONS, SIDE_OPTIONS } from './order-labels.ts';

/** The first field that a type asks for next, so that it can be filled in at once. */
export function fieldAfterType(chosen: string): 'bodyPart' | 'specialist' | 'diagnosis' {
  const type = ORDER_TYPES.find((known) => known === chosen);
  if (type !== undefined && isImaging(type)) return 'bodyPart';
  return type !== undefined && isReferral(type) ? 'specialist' : 'diagnosis';
}

/** Fields for imaging or referrals only, in a grid. Values are kept when the type is switched back. */
export function TypeFields({ control }: { readonly control: Control<OrderInput, unknown, OrderPayload> }) {
  const next = fieldAfterType(useWatch({ control, name: 'type' }));
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
