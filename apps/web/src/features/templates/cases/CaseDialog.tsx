import { Box, Button, Stack, Typography } from '@mui/material';
import type { BillingCodeRule } from '@portal/contract/billing-code-rules';
import {
  templateCaseCreate,
  templateCaseUpdate,
  type TemplateCaseRow,
} from '@portal/contract/template-cases';
import { BILLING_OPTION_LABELS } from '@portal/domain/dictation/billing-sheet';
import { BILLING_OPTIONS, type BillingOption } from '@portal/domain/template/billing-option';
import { resultOf } from '@portal/domain/template/cases';
import { fieldsOf, type TemplateContent } from '@portal/domain/template/content';
import { shownText } from '@portal/domain/template/rows';
import { isSourceName, SOURCES } from '@portal/domain/template/sources';
import { mutableValues, operandText, type FieldValues } from '@portal/domain/template/value';
import { useEffect, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useInvalidateArea } from '#lib/query/endpoint-query.ts';
import { DetailList } from '#ui/DetailList.tsx';
import { DialogFooter } from '#ui/DialogFooter.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm, type AppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import {
  caseForm,
  caseInput,
  expectedInput,
  newCaseInput,
  type CaseInput,
  type CaseValues,
} from './case-form.ts';
import { ExpectedLines } from './ExpectedLines.tsx';

interface CaseDialogProps {
  readonly templateId: string;
  readonly content: TemplateContent;
  readonly rules: readonly BillingCodeRule[];
  /** The answers in the form under "Try it out". */
  readonly tried: FieldValues;
  /** Absent for a new case. */
  readonly row?: TemplateCaseRow;
  readonly onClose: () => void;
}

const OPTIONS = BILLING_OPTIONS.map((value) => ({ value, label: BILLING_OPTION_LABELS[value] }));

/** Dialog to add a case from the answers that were tried out, or to edit one. */
export function CaseDialog(props: CaseDialogProps) {
  const title = props.row === undefined ? 'Save as Test Case' : 'Edit Test Case';
  return (
    <FormDialog newsOf={props.row?.id} title={title} size="md" onClose={props.onClose}>
      <CaseFields {...props} />
    </FormDialog>
  );
}

function CaseFields({ templateId, content, rules, tried, row, onClose }: CaseDialogProps) {
  const save = useSaveCase(templateId, row);
  const result = (answers: FieldValues, billingOption: BillingOption) =>
    expectedInput(resultOf(content, rules, { answers, billingOption }));
  const [initial] = useState(() =>
    row === undefined
      ? newCaseInput(tried, resultOf(content, rules, { answers: tried, billingOption: 'standard' }))
      : caseInput(row),
  );
  const form = useAppForm(caseForm, {
    about: row?.id ?? templateId,
    defaultValues: initial,
    errorFallback: 'Failed to save test case',
    onSubmit: async (values) => {
      await save(values);
      onClose();
    },
  });
  const { control, methods } = form;
  const billingOption = useWatch({ control, name: 'billingOption' }) ?? 'standard';
  const isExpectedDirty = methods.formState.dirtyFields.expected !== undefined;
  const fill = (isEdit: boolean) => {
    const { text, lines } = result(methods.getValues('answers'), billingOption);
    const options = { shouldDirty: isEdit, shouldValidate: isEdit };
    methods.setValue('expected.text', text, options);
    methods.setValue('expected.lines', lines, options);
  };
  useEffect(() => {
    // What a new case expects follows the billing option until it is edited.
    if (row === undefined && !isExpectedDirty) fill(false);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the option changes
  }, [billingOption]);
  return (
    <Form form={form}>
      <FormGrid>
        <FormTextField control={control} name="name" label="Name" required />
        <FormSelect
          control={control}
          name="billingOption"
          label="Billing option"
          required
          options={OPTIONS}
        />
      </FormGrid>
      <Answers form={form} content={content} tried={tried} />
      <Stack
        direction="row"
        sx={{ alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}
      >
        <Typography variant="h3">Expected result</Typography>
        <Button size="small" onClick={() => fill(true)}>
          Use what comes out now
        </Button>
      </Stack>
      <ExpectedLines control={control} />
      <FormTextField
        control={control}
        name="expected.text"
        label="Expected text"
        rows={6}
        helperText="As in the live note of the form to try. Blank for a no-show."
      />
      <DialogFooter>
        <FormActions submitLabel="Save Test Case" />
      </DialogFooter>
    </Form>
  );
}

/** Adds or changes a case. */
function useSaveCase(templateId: string, row: TemplateCaseRow | undefined) {
  const create = useEndpointMutation(templateCaseCreate);
  const update = useEndpointMutation(templateCaseUpdate);
  const invalidate = useInvalidateArea();
  const toast = useToast();
  return async ({ version, ...body }: CaseValues): Promise<void> => {
    try {
      if (row === undefined) await create.mutateAsync({ params: { id: templateId }, body });
      else
        await update.mutateAsync({
          params: { id: templateId, caseId: row.id },
          body: { ...body, version },
        });
    } catch (failure) {
      // Another user may have changed the case, so reload it for the next time the dialog opens.
      void invalidate(templateCaseUpdate.tag);
      throw failure;
    }
    toast.success('Test case saved');
  };
}

interface AnswersProps {
  readonly form: AppForm<CaseInput, CaseValues>;
  readonly content: TemplateContent;
  readonly tried: FieldValues;
}

/** The answers of the case, which can be replaced by those in the form to try. */
function Answers({ form: { control, methods }, content, tried }: AnswersProps) {
  const id = useId();
  const answers = useWatch({ control, name: 'answers' });
  const fields = fieldsOf(content);
  const known = new Set(fields.map((field) => field.id));
  const items = [
    // In the order of the form, because the server does not keep the order of answers.
    ...fields.flatMap((field) => {
      const value = answers[field.id];
      return value === undefined ? [] : [{ label: field.label, value: shownText(field, value) || 'Empty' }];
    }),
    ...Object.keys(answers)
      .filter((fieldId) => !known.has(fieldId) && !isSourceName(fieldId))
      .map((fieldId) => ({ label: fieldId, value: 'This field is not in the template' })),
  ];
  const ofRecord = Object.entries(answers).flatMap(([name, value]) =>
    isSourceName(name) ? [{ label: SOURCES[name].label, value: operandText(value) }] : [],
  );
  const problems = Object.values(methods.formState.errors.answers ?? {}).flatMap((error) =>
    typeof error === 'object' && 'message' in error && typeof error.message === 'string'
      ? [error.message]
      : [],
  );
  return (
    <Box component="fieldset" aria-labelledby={id} sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Stack
        direction="row"
        sx={{ alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', gap: 1, mb: 1 }}
      >
        <Typography id={id} variant="h3">
          Answers
        </Typography>
        <Button
          size="small"
          onClick={() => {
            methods.clearErrors('answers');
            methods.setValue('answers', mutableValues(tried), { shouldDirty: true });
          }}
        >
          Take from Try it out
        </Button>
      </Stack>
      {items.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          None: every field has its default value.
        </Typography>
      ) : (
        <DetailList items={items} dense />
      )}
      {ofRecord.length === 0 ? null : (
        <>
          <Typography variant="h4" sx={{ mt: 2, mb: 1 }}>
            From the record
          </Typography>
          <DetailList items={ofRecord} dense />
        </>
      )}
      {problems.map((problem) => (
        <Typography key={problem} variant="body2" color="error">
          {problem}
        </Typography>
      ))}
    </Box>
  );
}
