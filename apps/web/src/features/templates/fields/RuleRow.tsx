import WarningAmberIcon from '@mui/icons-material/WarningAmber';
import { Box, Card, Stack, Typography } from '@mui/material';
import type { TemplateField } from '@portal/domain/template/content';
import { useMemo } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { ConditionEditor, ConditionSentence } from '../conditions/ConditionEditor.tsx';
import {
  conditionProblems,
  editedCondition,
  NO_CONDITION_PROBLEMS,
  ruleConditionOf,
  withEdited,
  type ConditionInput,
} from '../conditions/condition-input.ts';
import { describeCondition } from '../conditions/condition-words.ts';
import { operandChoices, type OperandChoice } from '../conditions/operand-choices.ts';
import { ArrangedHead } from './ArrangedHead.tsx';
import type { FieldFormState, RuleKind } from './field-shape.ts';
import { RULE_KIND_LABELS } from './field-labels.ts';
import { RuleResult } from './RuleResult.tsx';

interface RuleRowProps {
  readonly form: FieldFormState;
  readonly kind: RuleKind;
  /** From 0. */
  readonly at: number;
  readonly count: number;
  readonly fields: readonly TemplateField[];
  /** What the check of the template says about this rule. */
  readonly findings: readonly string[];
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

const CONDITION_PARTS = [
  'sourceFieldId',
  'operator',
  'value',
  'values',
  'measure',
  'sinceFieldId',
  'when',
] as const;

/** A rule: its condition and its result. */
export function RuleRow({ form, kind, at, count, fields, findings, onMove, onRemove }: RuleRowProps) {
  const { control } = form;
  const operands = useMemo(() => operandChoices(fields), [fields]);
  const { condition, problems, change, sentence } = useRuleCondition(form, kind, at, operands);
  const name = `${RULE_KIND_LABELS[kind].one} ${at + 1}`;
  return (
    <Card component="li" aria-label={name} sx={{ p: 1.5 }}>
      <ArrangedHead
        title={`Rule ${at + 1}`}
        name={name}
        at={at}
        count={count}
        onMove={onMove}
        onRemove={onRemove}
      />
      <Box sx={{ mb: 1.5 }}>
        <ConditionEditor
          condition={condition}
          onChange={change}
          operands={operands}
          problems={problems}
          name={name}
          canBeAlways
        />
        {sentence === null ? null : <ConditionSentence>{sentence}</ConditionSentence>}
        {findings.map((message) => (
          <Stack key={message} direction="row" sx={{ gap: 0.5, mt: 0.5, color: 'warning.main' }}>
            <WarningAmberIcon titleAccess="Warning" sx={{ fontSize: 18, mt: '1px' }} />
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {message}
            </Typography>
          </Stack>
        ))}
      </Box>
      <RuleResult control={control} kind={kind} at={at} fields={fields} />
    </Card>
  );
}

/** The condition of a rule in the form of the field. */
function useRuleCondition(
  { control, methods }: FieldFormState,
  kind: RuleKind,
  at: number,
  operands: readonly OperandChoice[],
) {
  const rule = useWatch({ control, name: `${kind}.${at}` });
  const { errors, isSubmitted } = useFormState({ control, name: kind });
  const error = errors[kind]?.[at];
  const hasError = error !== undefined && CONDITION_PARTS.some((part) => error[part] !== undefined);
  const condition = editedCondition(rule);
  const stored = ruleConditionOf(rule);
  const wrong = conditionProblems(condition);
  const isPlain = stored.when === undefined && stored.measure === undefined;
  const labelOf = (id: string) => operands.find((each) => each.id === id)?.label ?? id;
  return {
    condition,
    problems: hasError ? wrong : NO_CONDITION_PROBLEMS,
    /** Says a condition that is more than one plain comparison. */
    sentence: isPlain || wrong.size > 0 ? null : sentenceOf(describeCondition(stored, labelOf)),
    change: (next: ConditionInput) => {
      const edited = withEdited(next);
      for (const part of CONDITION_PARTS)
        methods.setValue(`${kind}.${at}.${part}`, edited[part], { shouldDirty: true });
      if (isSubmitted) void methods.trigger(kind);
    },
  };
}

const sentenceOf = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
