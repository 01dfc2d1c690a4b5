import { FormControl, FormControlLabel, FormLabel, Radio, RadioGroup, TextField } from '@mui/material';
import { billingCodeRecord, billingCodeUpdate, type BillingCode } from '@portal/contract/billing-codes';
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
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { labelsOf } from '#ui/form/record-input.ts';
import { useAppForm, type AppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { FactSources } from './code-facts.tsx';
import {
  BILLABLE_HELP,
  CODE_TYPE_OPTIONS,
  codeChangeInput,
  codeChangeSchema,
  type CodeChangeInput,
  currentCodeInput,
  INDICATOR_HELP,
  INDICATOR_OPTIONS,
  LINE_TYPE_HELP,
  LINE_TYPE_OPTIONS,
  typedTraits,
  UNIT_HELP,
  UNKNOWN,
  unitSizeHelp,
  VALID_HELP,
} from './code-form.ts';

interface EditCodeDialogProps {
  readonly code: BillingCode;
  readonly onClose: () => void;
}

/** Dialog to edit a code. Its type and the code itself cannot be changed. */
export function EditCodeDialog({ code, onClose }: EditCodeDialogProps) {
  const update = useEndpointMutation(billingCodeUpdate);
  const toast = useToast();
  const form = useAppForm(codeChangeSchema, {
    about: code.id,
    defaultValues: codeChangeInput(code),
    onSubmit: async (body) => {
      await update.mutateAsync({ params: { id: code.id }, body });
      toast.success('Billing code updated successfully');
      onClose();
    },
    errorFallback: 'Failed to save billing code',
    stale: {
      read: currentCodeInput,
      labels: labelsOf(billingCodeRecord.fields),
    },
  });
  const { control } = form;
  return (
    <FormDialog newsOf={code.id} title="Edit Billing Code" size="sm" onClose={onClose}>
      <Form form={form}>
        <FormControl disabled>
          <FormLabel id="locked-type" sx={{ typography: 'body2' }}>
            Code type
          </FormLabel>
          <RadioGroup row aria-labelledby="locked-type" value={code.codeType}>
            {CODE_TYPE_OPTIONS.map(({ value, label }) => (
              <FormControlLabel key={value} value={value} label={label} control={<Radio size="small" />} />
            ))}
          </RadioGroup>
        </FormControl>
        <TextField
          fullWidth
          label="Code"
          value={code.code}
          disabled
          helperText="Type and code are locked. To fix a typo, deactivate this code and add the correct one."
        />
        <FormTextField control={control} name="description" label="Description" required rows={3} />
        <FormTextField control={control} name="category" label="Category" />
        {code.codeType === 'CPT' ? <TraitFields control={control} code={code} /> : null}
        <FormCheckbox
          control={control}
          name="isBillable"
          label="Billable"
          look="switch"
          helperText={BILLABLE_HELP}
        />
        <FormCheckbox control={control} name="isActive" label="Active" look="switch" />
        <FormActions />
      </Form>
    </FormDialog>
  );
}

interface TraitFieldsProps {
  readonly control: AppForm<CodeChangeInput, z.output<typeof codeChangeSchema>>['control'];
  readonly code: BillingCode;
}

/** What a procedure code is, and where the saved values come from. */
function TraitFields({ control, code }: TraitFieldsProps) {
  const values = useWatch({ control });
  const { lineType, unitSize = '' } = values;
  return (
    <>
      <FormSelect
        control={control}
        name="lineType"
        label="Line type"
        options={LINE_TYPE_OPTIONS}
        helperText={LINE_TYPE_HELP}
      />
      <FormSelect
        control={control}
        name="bilateralIndicator"
        label="Bilateral indicator"
        options={INDICATOR_OPTIONS}
        helperText={INDICATOR_HELP}
        toText={(value) => (value === null ? UNKNOWN : textOf(value))}
        toValue={(option) => (option === UNKNOWN ? null : Number(option))}
      />
      <FormGrid>
        <FormTextField
          control={control}
          name="unitSize"
          label="Unit size"
          inputMode="decimal"
          helperText={unitSizeHelp(lineType, unitSize.trim() !== '')}
        />
        <FormTextField control={control} name="unit" label="Unit" helperText={UNIT_HELP} />
        <FormDateField control={control} name="validFrom" label="Valid from" helperText={VALID_HELP} />
        <FormDateField control={control} name="validTo" label="Valid to" helperText={VALID_HELP} />
      </FormGrid>
      <FactSources code={code} traits={typedTraits(values, code)} />
    </>
  );
}
