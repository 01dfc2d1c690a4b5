import { Alert, Button, Stack } from '@mui/material';
import {
  billingCodeRuleCreate,
  billingCodeRuleUpdate,
  type BillingCodeRule,
} from '@portal/contract/billing-code-rules';
import type { TemplateField } from '@portal/domain/template/content';
import { operandOf } from '@portal/domain/template/operands';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { errorHint, saveErrorText } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useInvalidateArea } from '#lib/query/endpoint-query.ts';
import { CancelButton } from '#ui/CancelButton.tsx';
import { DirtyDialog } from '#ui/dialog-closing.tsx';
import { DialogFooter } from '#ui/DialogFooter.tsx';
import { useKeptInput } from '#ui/form/use-kept-input.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import {
  checkedDraft,
  draftOf,
  keptDraft,
  mended,
  NO_PROBLEMS,
  serverRows,
  type DraftProblems,
  type RuleStart,
  type RuleToSave,
} from './billing-rule-draft.ts';
import { RuleCodes } from './RuleCodes.tsx';
import { RuleTarget } from './RuleTarget.tsx';

interface BillingRuleDialogProps {
  readonly templateId: string;
  readonly fields: readonly TemplateField[];
  /** Absent for a new rule. */
  readonly rule?: BillingCodeRule;
  /** The field and value that a new rule starts with. */
  readonly start?: RuleStart;
  readonly onClose: () => void;
}

/** Dialog to add or edit a rule. The default flag, field and value of a saved rule cannot be changed. */
export function BillingRuleDialog(props: BillingRuleDialogProps) {
  return (
    <FormDialog newsOf={props.rule?.id} title={titleOf(props.rule)} size="md" onClose={props.onClose}>
      <RuleForm {...props} />
    </FormDialog>
  );
}

const titleOf = (rule: BillingCodeRule | undefined) =>
  rule === undefined ? 'Add Billing Rule' : 'Edit Billing Rule';

function RuleForm({ templateId, fields, rule, start, onClose }: BillingRuleDialogProps) {
  const [initial] = useState(() => draftOf(rule, start));
  const {
    input: draft,
    setInput: setDraft,
    isDirty,
  } = useKeptInput({
    dialog: titleOf(rule),
    about: [templateId, rule?.id ?? ''],
    initial,
    parse: keptDraft,
  });
  const { problems, report, setProblems, isBusy, save, attention } = useSaving(rule, {
    onSaved: onClose,
    // What was saved is not saved again when the next one fails.
    onPartlySaved: ([fieldValue = '', ...alsoFor]) => setDraft((now) => ({ ...now, fieldValue, alsoFor })),
  });
  const formRef = useFocusOnMissing(rule === undefined ? start : undefined);
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The dialog is inside the template's form.
        event.stopPropagation();
        const field =
          rule === undefined
            ? operandOf(draft.fieldId, (id) => fields.find((each) => each.id === id))
            : undefined;
        const checked = checkedDraft(draft, templateId, field);
        if ('problems' in checked) report(checked.problems);
        else void save(checked.save);
      }}
    >
      <DirtyDialog isDirty={isDirty} />
      <Stack sx={{ gap: 2.5 }}>
        {problems.message === null ? null : (
          <Alert severity="error" ref={attention} tabIndex={-1}>
            {problems.message}
          </Alert>
        )}
        <RuleTarget
          draft={draft}
          fields={fields}
          isLocked={rule !== undefined}
          problems={problems}
          onChange={(change) => {
            setDraft((now) => ({ ...now, ...change }));
            if (problems.target !== null || problems.priority !== null || problems.isConditionWrong)
              setProblems(NO_PROBLEMS);
          }}
        />
        <RuleCodes
          rows={draft.rows}
          fields={fields}
          problems={problems.rows}
          onChange={(change) => setDraft((now) => ({ ...now, rows: change(now.rows) }))}
          onMend={(rowKey) => setProblems(mended(problems, rowKey))}
          onProblem={(message) => report({ ...NO_PROBLEMS, message })}
        />
        <DialogFooter>
          <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1, pt: 1 }}>
            <CancelButton isDisabled={isBusy} />
            <Button type="submit" variant="contained" loading={isBusy}>
              Save Rule
            </Button>
          </Stack>
        </DialogFooter>
      </Stack>
    </form>
  );
}

/** Moves the focus of a new rule to what is missing: its value, or its first code if the value is known. */
function useFocusOnMissing(start: RuleStart | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const missing =
    start === undefined || start.fieldId === ''
      ? null
      : start.fieldValue === ''
        ? 'fieldset button'
        : 'section input';
  useEffect(() => {
    if (missing === null) return;
    // After the dialog has focused its first field.
    queueMicrotask(() => form.current?.querySelector<HTMLElement>(missing)?.focus());
  }, [missing]);
  return form;
}

interface Saved {
  readonly onSaved: () => void;
  /** Called with the values whose rules are not saved yet. */
  readonly onPartlySaved: (left: readonly string[]) => void;
}

/**
 * Saves the rule, or one rule for each value, one save at a time. Errors appear in the alert at the top, which gets focus, and at the
 * rows.
 */
function useSaving(rule: BillingCodeRule | undefined, { onSaved, onPartlySaved }: Saved) {
  const create = useEndpointMutation(billingCodeRuleCreate);
  const update = useEndpointMutation(billingCodeRuleUpdate);
  const invalidate = useInvalidateArea();
  const toast = useToast();
  const attention = useRef<HTMLDivElement>(null);
  const [problems, setProblems] = useState<DraftProblems>(NO_PROBLEMS);
  const [failures, setFailures] = useState(0);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (failures > 0) attention.current?.focus();
  }, [failures]);
  const report = (found: DraftProblems) => {
    setProblems(found);
    setFailures((count) => count + 1);
  };

  const createAll = async ({ body, alsoFor }: RuleToSave) => {
    const values = [body.fieldValue, ...alsoFor];
    for (const [at, fieldValue] of values.entries()) {
      await create.mutateAsync({ body: { ...body, fieldValue } });
      if (at < values.length - 1) onPartlySaved(values.slice(at + 1));
    }
    return values.length;
  };

  const save = async (toSave: RuleToSave) => {
    const { body, sent } = toSave;
    if (isBusy) return;
    setBusy(true);
    try {
      let count = 1;
      if (rule === undefined) count = await createAll(toSave);
      else {
        // The condition of a saved rule is sent back unchanged.
        const { fieldId, fieldValue, version } = rule;
        await update.mutateAsync({
          params: { id: rule.id },
          body: { ...body, fieldId, fieldValue, version },
        });
      }
      toast.success(count === 1 ? 'Rule saved' : `${count} rules saved`);
      onSaved();
    } catch (failure) {
      // Another user may have changed the rule, so reload it for the next time the dialog opens.
      void invalidate(billingCodeRuleUpdate.tag);
      report({
        ...NO_PROBLEMS,
        message: [saveErrorText(failure, 'Failed to save rule', 'whitelist'), errorHint(failure)]
          .filter((text) => text !== null)
          .join('. '),
        rows: serverRows(failure instanceof ApiError ? failure.body.fieldErrors : {}, sent),
      });
    } finally {
      setBusy(false);
    }
  };
  return { problems, report, setProblems, isBusy, save, attention };
}
