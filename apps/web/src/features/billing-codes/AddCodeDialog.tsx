import { billingCodeCreate } from '@portal/contract/billing-codes';
import { codeFormatWarning, type CodeType } from '@portal/domain/billing-code';
import { defaultCodeTraits } from '@portal/domain/billing-code-traits';
import { useWatch } from 'react-hook-form';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormCheckbox } from '#ui/form/FormCheckbox.tsx';
import { FormRadioGroup } from '#ui/form/FormRadioGroup.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { headingsText } from './import-labels.ts';
import { CodeFields } from './CodeFields.tsx';
import { CODE_TYPE_OPTIONS, newCodeInput, newCodeSchema } from './code-form.ts';

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
    about: 'new',
    defaultValues: newCodeInput(codeType),
    onSubmit: async ({ lineType, bilateralIndicator, unitSize, unit, validFrom, validTo, ...body }) => {
      // Blank is automatic.
      const units = { unitSize: unitSize ?? undefined, unit: unit ?? undefined };
      const dates = { validFrom: validFrom ?? undefined, validTo: validTo ?? undefined };
      const traits = body.codeType === 'CPT' ? { lineType, bilateralIndicator, ...units, ...dates } : {};
      const added = await add.mutateAsync({ body: { ...body, ...traits } });
      toast.success('Billing code created successfully');
      const headings = [...(added.isBillable ? [] : [added.code]), ...added.newHeadings];
      if (headings.length > 0) toast.info(headingsText(headings, true));
      onClose();
    },
    errorFallback: 'Failed to save billing code',
  });
  const { control } = form;
  const [type, code, lineType, unitSize] = useWatch({
    control,
    name: ['codeType', 'code', 'lineType', 'unitSize'],
  });
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
          format={(typed) => typed.toUpperCase()}
          helperText={
            warning === null
              ? 'Type and code cannot be changed later'
              : `${warning}. You can still save it as a custom code.`
          }
        />
        <CodeFields
          control={control}
          typed={type === 'CPT' ? { lineType, unitSize } : null}
          automatic={defaultCodeTraits(type, code, false)}
        />
        <FormCheckbox control={control} name="isActive" label="Active" look="switch" />
        <FormActions submitLabel="Add" />
      </Form>
    </FormDialog>
  );
}
