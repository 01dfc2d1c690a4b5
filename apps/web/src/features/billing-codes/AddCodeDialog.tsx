import { billingCodeCreate } from '@portal/contract/billing-codes';
import { codeFormatWarning, MAX_CODE_CATEGORY_LENGTH, MAX_CODE_LENGTH } from '@portal/domain/billing-code';
import type { CodeType } from '@portal/domain/billing-code';
import { defaultLineTraits, LINE_TYPE_LABELS } from '@portal/domain/billing-line';
import { useWatch } from 'react-hook-form';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { textOf } from '#ui/form/field.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormCheckbox } from '#ui/form/FormCheckbox.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormRadioGroup } from '#ui/form/FormRadioGroup.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import {
  CODE_TYPE_OPTIONS,
  INDICATOR_HELP,
  INDICATOR_OPTIONS,
  LINE_TYPE_HELP,
  LINE_TYPE_OPTIONS,
  newCodeInput,
  newCodeSchema,
} from './code-form.ts';

/** Select value for the default of the code's range. */
const FROM_CODE = 'from-code';

interface AddCodeDialogProps {
  /** The code type of the current tab; null for all. */
  readonly codeType: CodeType | null;
  readonly onClose: () => void;
}

/** Dialog to add a code to the catalog. */
export function AddCodeDialog({ codeType, onClose }: AddCodeDialogProps) {
  const add = useEndpointMutation(billingCodeCreate);
  const toast = useToast();
  const form = useAppForm(newCodeSchema, {
    defaultValues: newCodeInput(codeType),
    onSubmit: async ({ lineType, bilateralIndicator, ...body }) => {
      const traits = body.codeType === 'CPT' ? { lineType, bilateralIndicator } : {};
      await add.mutateAsync({ body: { ...body, ...traits } });
      toast.success('Billing code created successfully');
      onClose();
    },
    errorFallback: 'Failed to save billing code',
  });
  const { control } = form;
  const [type, code] = useWatch({ control, name: ['codeType', 'code'] });
  const traits = defaultLineTraits(type, code);
  const warning = code.trim().length < 3 ? null : codeFormatWarning(type, code);
  return (
    <FormDialog title="Add Billing Code" size="sm" onClose={onClose}>
      <Form form={form}>
        <FormRadioGroup control={control} name="codeType" label="Code type" options={CODE_TYPE_OPTIONS} />
        <FormTextField
          control={control}
          name="code"
          label="Code"
          required
          maxLength={MAX_CODE_LENGTH}
          format={(typed) => typed.toUpperCase()}
          helperText={
            warning === null
              ? 'Type and code cannot be changed later'
              : `${warning}. You can still save it as a custom code.`
          }
        />
        <FormTextField control={control} name="description" label="Description" required rows={3} />
        <FormTextField
          control={control}
          name="category"
          label="Category"
          maxLength={MAX_CODE_CATEGORY_LENGTH}
        />
        {type === 'CPT' ? (
          <>
            <FormSelect
              control={control}
              name="lineType"
              label="Line type"
              options={[
                { value: FROM_CODE, label: `Automatic (${LINE_TYPE_LABELS[traits.lineType]})` },
                ...LINE_TYPE_OPTIONS,
              ]}
              helperText={LINE_TYPE_HELP}
              toText={(value) => textOf(value) || FROM_CODE}
              toValue={(option) => (option === FROM_CODE ? undefined : option)}
            />
            <FormSelect
              control={control}
              name="bilateralIndicator"
              label="Bilateral indicator"
              options={[
                { value: FROM_CODE, label: `Automatic (${traits.bilateralIndicator})` },
                ...INDICATOR_OPTIONS,
              ]}
              helperText={INDICATOR_HELP}
              toText={(value) => textOf(value) || FROM_CODE}
              toValue={(option) => (option === FROM_CODE ? undefined : Number(option))}
            />
          </>
        ) : null}
        <FormCheckbox control={control} name="isActive" label="Active" look="switch" />
        <FormActions submitLabel="Add" />
      </Form>
    </FormDialog>
  );
}
