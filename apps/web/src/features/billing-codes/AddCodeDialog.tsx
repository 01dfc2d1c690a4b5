import { billingCodeCreate } from '@portal/contract/billing-codes';
import { codeFormatWarning, type CodeType } from '@portal/domain/billing-code';
import { defaultCodeTraits } from '@portal/domain/billing-code-traits';
import { LINE_TYPE_LABELS } from '@portal/domain/billing-line';
import { formatDateUs } from '@portal/domain/date';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { textOf } from '#ui/form/field.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormCheckbox } from '#ui/form/FormCheckbox.tsx';
import { FormDateField } from '#ui/form/FormDateField.tsx';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormRadioGroup } from '#ui/form/FormRadioGroup.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm, type AppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { headingsText } from './import-labels.ts';
import {
  CODE_TYPE_OPTIONS,
  INDICATOR_HELP,
  INDICATOR_OPTIONS,
  LINE_TYPE_HELP,
  LINE_TYPE_OPTIONS,
  newCodeInput,
  newCodeSchema,
  type NewCodeInput,
  UNIT_HELP,
  UNKNOWN,
  unitSizeHelp,
  VALID_HELP,
} from './code-form.ts';

const dateHelp = (day: string | null) => (day === null ? VALID_HELP : `Blank: ${formatDateUs(day)}`);

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
  const [type, code] = useWatch({ control, name: ['codeType', 'code'] });
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
        <FormTextField control={control} name="description" label="Description" required rows={3} />
        <FormTextField control={control} name="category" label="Category" />
        {type === 'CPT' ? <TraitFields control={control} /> : null}
        <FormCheckbox control={control} name="isActive" label="Active" look="switch" />
        <FormActions submitLabel="Add" />
      </Form>
    </FormDialog>
  );
}

type TraitFieldsProps = Pick<AppForm<NewCodeInput, z.output<typeof newCodeSchema>>, 'control'>;

/** What a procedure code is, with the values that follow from the code itself. */
function TraitFields({ control }: TraitFieldsProps) {
  const [type, code, lineType, unitSize] = useWatch({
    control,
    name: ['codeType', 'code', 'lineType', 'unitSize'],
  });
  const traits = defaultCodeTraits(type, code, false);
  return (
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
          { value: FROM_CODE, label: `Automatic (${traits.bilateralIndicator ?? 'Unknown'})` },
          ...INDICATOR_OPTIONS,
        ]}
        helperText={INDICATOR_HELP}
        toText={(value) => (value === null ? UNKNOWN : textOf(value) || FROM_CODE)}
        toValue={(option) => (option === FROM_CODE ? undefined : option === UNKNOWN ? null : Number(option))}
      />
      <FormGrid>
        <FormTextField
          control={control}
          name="unitSize"
          label="Unit size"
          inputMode="decimal"
          helperText={unitSizeHelp(
            lineType ?? traits.lineType,
            unitSize.trim() !== '' || traits.unitSize !== null,
          )}
          {...(traits.unitSize !== null && { placeholder: String(traits.unitSize) })}
        />
        <FormTextField
          control={control}
          name="unit"
          label="Unit"
          helperText={UNIT_HELP}
          {...(traits.unit !== null && { placeholder: traits.unit })}
        />
        <FormDateField
          control={control}
          name="validFrom"
          label="Valid from"
          helperText={dateHelp(traits.validFrom)}
        />
        <FormDateField
          control={control}
          name="validTo"
          label="Valid to"
          helperText={dateHelp(traits.validTo)}
        />
      </FormGrid>
    </>
  );
}
