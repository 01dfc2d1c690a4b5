import { isImaging, isReferral, ORDER_TYPES } from '@portal/domain/order';
import { useWatch, type Control } from 'react-hook-form';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { FormRadioGroup } from '#ui/form/FormRadioGroup.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { ORDER_LABELS as LABELS, type OrderInput, type OrderPayload } from './order-form.ts';
import { CONTRAST_OPTIONS, SIDE_OPTIONS } from './order-labels.ts';

/** Fields for imaging or referrals only. Values are kept when the type is switched back. */
export function TypeFields({ control }: { readonly control: Control<OrderInput, unknown, OrderPayload> }) {
  const chosen = useWatch({ control, name: 'type' });
  const type = ORDER_TYPES.find((known) => known === chosen);
  if (type === undefined) return null;
  if (isReferral(type)) {
    return (
      <FormTextField
        control={control}
        name="specialist"
        label={LABELS.specialist}
        helperText="Specialist or practice the patient is referred to"
      />
    );
  }
  if (!isImaging(type)) return null;
  return (
    <>
      <FormTextField control={control} name="bodyPart" label={LABELS.bodyPart} />
      <FormGrid>
        <FormRadioGroup
          control={control}
          name="side"
          label={LABELS.side}
          options={SIDE_OPTIONS}
          noneLabel="Not specified"
        />
        <FormRadioGroup
          control={control}
          name="contrast"
          label={LABELS.contrast}
          options={CONTRAST_OPTIONS}
          noneLabel="Not specified"
        />
      </FormGrid>
    </>
  );
}
