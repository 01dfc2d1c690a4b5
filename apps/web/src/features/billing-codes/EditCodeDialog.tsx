import { FormControl, FormControlLabel, FormLabel, Radio, RadioGroup, TextField } from '@mui/material';
import { billingCodeRecord, billingCodeUpdate, type BillingCode } from '@portal/contract/billing-codes';
import { codeCheck } from '@portal/contract/code-check';
import type { CodeTraits } from '@portal/domain/billing-code-traits';
import { useWatch } from 'react-hook-form';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormCheckbox } from '#ui/form/FormCheckbox.tsx';
import { labelsOf } from '#ui/form/record-input.ts';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { CodeFields } from './CodeFields.tsx';
import { OfficialCode } from './OfficialCode.tsx';
import {
  BILLABLE_HELP,
  CODE_TYPE_OPTIONS,
  codeChangeInput,
  codeChangeSchema,
  currentCodeInput,
  typedTraits,
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
  const typed = useWatch({ control });
  const isProcedure = code.codeType === 'CPT';
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
        <CodeFields control={control} typed={isProcedure ? typed : null} />
        {isProcedure ? <Sources code={code} own={typedTraits(typed, code)} /> : null}
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

/** What the files say today, beside the values that are typed. */
function Sources({ code, own }: { readonly code: BillingCode; readonly own: CodeTraits }) {
  const check = useEndpointQuery(codeCheck, { query: { code: code.code, codeType: code.codeType } });
  return (
    <RecordPart query={check} fallback="Failed to load what the files say" shape="lines">
      {(result) => <OfficialCode result={result} own={own} isShort />}
    </RecordPart>
  );
}
