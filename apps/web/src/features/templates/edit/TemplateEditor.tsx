import { Alert, Box, Stack } from '@mui/material';
import { billingCodeRuleList, type BillingCodeRule } from '@portal/contract/billing-code-rules';
import type { TemplateCategory } from '@portal/contract/template-categories';
import { checkContent, sectionProblems } from '@portal/domain/template/check';
import { parseTemplateContent, type TemplateContent } from '@portal/domain/template/content';
import { useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ApiError } from '#lib/api/api-error.ts';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import type { TemplateFormState } from '#template-form/use-template-form.ts';
import { Form } from '#ui/form/Form.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { BasicInformation } from './BasicInformation.tsx';
import type { RuleStart } from '../billing-rules/billing-rule-draft.ts';
import { BillingRulesPanel } from '../billing-rules/BillingRulesPanel.tsx';
import { rulesWithField, usePendingRules } from '../billing-rules/pending-rules.ts';
import { Builder } from '../builder/Builder.tsx';
import { TestCasesPanel } from '../cases/TestCasesPanel.tsx';
import { usePublishCheck } from '../cases/use-publish-check.tsx';
import { useReferenceCheck, type ReferenceAnswer } from '../references/use-reference-check.tsx';
import { ContentErrors } from './ContentErrors.tsx';
import { SaveBar } from './SaveBar.tsx';
import {
  contentSummary,
  currentTemplateInput,
  readAutoPopulate,
  TEMPLATE_LABELS,
  templateForm,
  type TemplateInput,
  type TemplateValues,
} from '../builder/template-values.ts';
import type { AfterSave } from './use-template-save.ts';
import { TryOut } from './TryOut.tsx';
import { ErrorDialog } from '../ErrorDialog.tsx';

const NO_RULES: readonly BillingCodeRule[] = [];

interface TemplateEditorProps {
  readonly initial: TemplateInput;
  /** Why the stored content could not be parsed; null if it could. */
  readonly contentProblem?: string | null;
  /** Number of dictations that use the template; default 0. */
  readonly usageCount?: number;
  readonly categories: readonly TemplateCategory[];
  /** Saves the template. Leaves the page, or resolves with the saved values if the editor stays open. */
  readonly onSave: (
    values: TemplateValues,
    afterSave: AfterSave,
  ) => Promise<TemplateInput | undefined | void>;
  /** Id of a saved template. Its billing code rules are shown below and saved separately. */
  readonly templateId?: string | undefined;
}

/** Template editor: basic information, the builder with a live form, and the billing code rules. */
export function TemplateEditor({ initial, categories, onSave, ...props }: TemplateEditorProps) {
  const tryOut = useRef<TemplateFormState>(null);
  const pending = usePendingRules();
  const { form, saveError, forgetSaveError, showsErrors, dialogs } = useCheckedForm({
    initial,
    categories,
    onSave: (values) =>
      onSave(values, (id) => pending.save(id, parseTemplateContent(values.templateContent).content)),
    templateId: props.templateId,
  });
  const [contentText, autoPopulateText] = useWatch({
    control: form.control,
    name: ['templateContent', 'autoPopulateFields'],
  });
  const { content } = useMemo(() => parseTemplateContent(contentText), [contentText]);
  const autoPopulate = useMemo(() => readAutoPopulate(autoPopulateText ?? '{}'), [autoPopulateText]);
  const errors = useMemo(() => errorsOf(content), [content]);
  const { billing, panel } = useBilling(props.templateId, content, pending);
  return (
    <Stack spacing={2}>
      {/* This form also guards the field dialog's changes: only one guard can ask before leaving the page. */}
      <Form form={form}>
        {typeof props.contentProblem === 'string' ? (
          <Alert severity="warning">
            The stored content could not be read, so the template is shown empty. Saving replaces the stored
            content. ({props.contentProblem})
          </Alert>
        ) : null}
        {(props.usageCount ?? 0) > 0 ? (
          <Alert severity="info">
            Existing dictations use this template. They keep their fields and text; changes apply to new
            dictations only.
          </Alert>
        ) : null}
        <BasicInformation form={form} categories={categories} />
        {showsErrors && errors.length > 0 ? (
          <ContentErrors errors={errors} content={content} tries={form.failures} />
        ) : null}
      </Form>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
        }}
      >
        <Builder
          form={form}
          content={content}
          autoPopulate={autoPopulate}
          answers={() => tryOut.current?.entered ?? {}}
          billing={billing}
        />
        <TryOut content={content} rules={billing.rules} ref={tryOut} />
      </Box>
      {props.templateId === undefined ? null : (
        <>
          <BillingRulesPanel templateId={props.templateId} content={content} {...panel} />
          <TestCasesPanel templateId={props.templateId} content={content} tryOut={tryOut} />
        </>
      )}
      {dialogs}
      <SaveBar form={form} />
      <ErrorDialog message={saveError} onClose={forgetSaveError} />
    </Stack>
  );
}

/** What the builder does with billing rules, and what their panel shows of it. */
function useBilling(
  templateId: string | undefined,
  content: TemplateContent,
  pending: ReturnType<typeof usePendingRules>,
) {
  const [start, setStart] = useState<RuleStart | null>(null);
  const rules = useEndpointQuery(
    billingCodeRuleList,
    { params: { templateId: templateId ?? '' } },
    { enabled: templateId !== undefined },
  );
  return {
    billing: {
      rules: rules.data ?? NO_RULES,
      add: pending.add,
      ...(templateId !== undefined && { start: setStart }),
    },
    panel: {
      pending: rulesWithField(pending.rules, content),
      onRemovePending: pending.remove,
      start,
      onStarted: () => setStart(null),
    },
  };
}

/** The form of the template. Before a save, it checks the content, lost references and test cases, and asks about them. */
function useCheckedForm({
  initial,
  categories,
  onSave,
  templateId,
}: Pick<TemplateEditorProps, 'initial' | 'categories' | 'templateId'> & {
  readonly onSave: (values: TemplateValues) => ReturnType<TemplateEditorProps['onSave']>;
}) {
  const [saveError, setSaveError] = useState<string | null>(null);
  const [showsErrors, setShowsErrors] = useState(false);
  const publishCheck = usePublishCheck(templateId);
  const referenceCheck = useReferenceCheck(templateId);
  /** What was answered before the save: what was renamed, and why test cases may fail. */
  const confirmed = useRef<Pick<TemplateValues, 'renames' | 'ignoreLostReferences' | 'reason'>>({});
  const form = useAppForm(templateForm, {
    defaultValues: initial,
    errorFallback: 'Failed to save template',
    stale: {
      read: currentTemplateInput,
      labels: TEMPLATE_LABELS,
      words: (name, value) => staleWords(categories, name, value),
    },
    beforeSave: async ({ templateContent }) => {
      const checked = parseTemplateContent(templateContent).content;
      const [tooLong] = sectionProblems(checked);
      if (tooLong !== undefined) {
        setSaveError(tooLong);
        return false;
      }
      const isValid = errorsOf(checked).length === 0;
      setShowsErrors(!isValid);
      confirmed.current = {};
      if (!isValid) return false;
      const before = form.methods.formState.defaultValues?.templateContent ?? '';
      if (templateContent === before) return true;
      const references = await referenceCheck.check(before, templateContent);
      if (!references.isAllowed) return false;
      const answer = await publishCheck.check(templateContent, references.renames);
      if (answer.isAllowed) confirmed.current = confirmedBy(references, answer.reason);
      return answer.isAllowed;
    },
    onSubmit: async (values) => {
      try {
        return await onSave({ ...values, ...confirmed.current });
      } catch (failure) {
        const isStale = failure instanceof ApiError && failure.code === 'STALE';
        if (!isStale) setSaveError(explainError(failure, 'Failed to save template'));
        throw failure;
      }
    },
  });
  return {
    form,
    saveError,
    forgetSaveError: () => setSaveError(null),
    showsErrors,
    dialogs: (
      <>
        {referenceCheck.dialog}
        {publishCheck.dialog}
      </>
    ),
  };
}

const errorsOf = (content: TemplateContent) =>
  checkContent(content).filter(({ severity }) => severity === 'error');

/** What a save sends in addition to the form. */
function confirmedBy(
  { renames, ignoreLostReferences }: Extract<ReferenceAnswer, { isAllowed: true }>,
  reason: string | undefined,
): Pick<TemplateValues, 'renames' | 'ignoreLostReferences' | 'reason'> {
  const { fields, options } = renames;
  const isRenamed = Object.keys(fields).length + Object.keys(options).length > 0;
  return {
    ...(isRenamed && {
      renames: {
        fields: { ...fields },
        options: Object.fromEntries(Object.entries(options).map(([id, names]) => [id, { ...names }])),
      },
    }),
    ...(ignoreLostReferences && { ignoreLostReferences }),
    ...(reason !== undefined && { reason }),
  };
}

function staleWords(
  categories: readonly TemplateCategory[],
  name: string,
  value: unknown,
): string | undefined {
  if (name === 'categoryId') return categories.find(({ id }) => id === value)?.name;
  if (name === 'templateContent' && typeof value === 'string') return contentSummary(value);
  return undefined;
}
