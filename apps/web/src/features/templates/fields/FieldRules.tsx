import AddIcon from '@mui/icons-material/Add';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { Accordion, AccordionDetails, AccordionSummary, Box, Button, Stack, Typography } from '@mui/material';
import { checkContent } from '@portal/domain/template/check';
import { CONTENT_VERSION, type TemplateField } from '@portal/domain/template/content';
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useFieldArray, useFormState, useWatch } from 'react-hook-form';
import { conditionProblems, editedCondition } from '../conditions/condition-input.ts';
import {
  RULE_KINDS,
  type FieldFormState,
  type FieldInput,
  type RuleInput,
  type RuleKind,
} from './field-shape.ts';
import { fieldOf, hasChoices, NEW_RULE } from './field-values.ts';
import { RULE_KIND_LABELS } from './field-labels.ts';
import { RuleRow } from './RuleRow.tsx';

interface FieldRulesProps {
  readonly form: FieldFormState;
  /** The other fields of the template. */
  readonly fields: readonly TemplateField[];
  /** The saved field being edited; null for a new field. */
  readonly own: TemplateField | null;
  /** The nearest field above with a choice of options; new rules check it. */
  readonly previous: TemplateField | undefined;
}

/** The rules of a field, by kind. Kinds without rules are only a button. */
export function FieldRules({ form, fields, own, previous }: FieldRulesProps) {
  const type = useWatch({ control: form.control, name: 'type' });
  const findings = useRuleFindings(form, fields);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {RULE_KINDS.map((kind) => (
        <RuleList
          key={kind}
          kind={kind}
          form={form}
          // A validation rule may check the field's own value.
          fields={kind === 'validationRules' && own !== null ? [own, ...fields] : fields}
          source={kind === 'validationRules' && own !== null ? own : previous}
          isOffered={kind !== 'optionRules' || type === 'select' || type === 'radio'}
          findings={(at) => findings(kind, at)}
        />
      ))}
    </Box>
  );
}

/** How checks of a template name the rules of each kind. */
const CHECKED_AS: Readonly<Record<RuleKind, string>> = {
  visibilityRules: 'Visibility',
  optionRules: 'Option',
  defaultValueRules: 'Default value',
  dynamicTextRules: 'Text',
  validationRules: 'Validation',
};

/** What the check of the template says about the rules as they are now, without those that are still incomplete. */
function useRuleFindings({ control }: FieldFormState, fields: readonly TemplateField[]) {
  const values = useDeferredValue(useWatch({ control, compute: (all: FieldInput) => all }));
  const messages = useMemo(() => {
    if (RULE_KINDS.every((kind) => values[kind].length === 0)) return [];
    const draft = fieldOf(values);
    return checkContent({
      version: CONTENT_VERSION,
      sections: [{ id: 'section', title: '', description: '', fields: [...fields, draft] }],
    }).flatMap(({ fieldId, message }) => (fieldId === draft.id ? [message] : []));
  }, [values, fields]);
  return (kind: RuleKind, at: number): readonly string[] => {
    const rule = values[kind][at];
    if (rule === undefined || conditionProblems(editedCondition(rule)).size > 0) return [];
    return messages.filter((message) => message.startsWith(`${CHECKED_AS[kind]} rule ${at + 1} `));
  };
}

interface RuleListProps extends Pick<FieldRulesProps, 'form' | 'fields'> {
  readonly kind: RuleKind;
  /** The field that a new rule checks. */
  readonly source: TemplateField | undefined;
  /** Whether rules of this kind can be added to a field of this type. */
  readonly isOffered: boolean;
  readonly findings: (at: number) => readonly string[];
}

function RuleList({ kind, form, fields, source, isOffered, findings }: RuleListProps) {
  const { control } = form;
  const { fields: rules, append, remove, move } = useFieldArray({ control, name: kind });
  const { errors } = useFormState({ control, name: kind });
  const [isOpen, setOpen] = useState(true);
  const id = useId();
  const { title, one, help } = RULE_KIND_LABELS[kind];
  const count = rules.length;
  const list = useFocusAfter(count);
  if (!isOffered && count === 0) return null;
  const add = (
    <Button
      size="small"
      startIcon={<AddIcon />}
      onClick={() => {
        setOpen(true);
        append(newRule(source), { shouldFocus: false });
      }}
    >
      Add {one}
    </Button>
  );
  if (count === 0)
    return (
      <Box ref={list} sx={{ order: 1 }}>
        {add}
      </Box>
    );
  return (
    <Accordion
      ref={list}
      disableGutters
      variant="outlined"
      // Errors must be visible.
      expanded={isOpen || errors[kind] !== undefined}
      onChange={(_event, opened) => setOpen(opened)}
      slotProps={{ heading: { component: 'h4' }, region: { id: `${id}-rules` } }}
      sx={{ width: '100%', borderRadius: '8px !important', '&::before': { display: 'none' } }}
    >
      <AccordionSummary id={`${id}-head`} aria-controls={`${id}-rules`} expandIcon={<ExpandMoreIcon />}>
        <Typography component="span">{title}</Typography>
        <Typography component="span" color="textSecondary" sx={{ ml: 1 }}>
          {count}
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
          {help}
        </Typography>
        <Stack spacing={1.5} component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {rules.map((rule, at) => (
            <RuleRow
              key={rule.id}
              form={form}
              kind={kind}
              at={at}
              count={count}
              fields={fields}
              findings={findings(at)}
              onMove={(by) => move(at, at + by)}
              onRemove={() => remove(at)}
            />
          ))}
        </Stack>
        {isOffered ? <Box sx={{ mt: 1.5 }}>{add}</Box> : null}
      </AccordionDetails>
    </Accordion>
  );
}

/** A new rule checks the field above: only its value is missing. */
const newRule = (source: TemplateField | undefined): RuleInput => ({
  ...NEW_RULE,
  sourceFieldId: source !== undefined && (hasChoices(source.type) || source.type === 'text') ? source.id : '',
});

/** Moves the focus to what is missing in a new rule, and to the button for another one when a rule is removed. */
function useFocusAfter(count: number) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    const rules = [...(list.current?.querySelectorAll<HTMLElement>('ol > li[aria-label]') ?? [])];
    if (count > before.current) {
      const inputs = [
        ...(rules.at(-1)?.querySelectorAll<HTMLElement>('input:not([aria-hidden]), [role="combobox"]') ?? []),
      ];
      const blank = inputs.find(
        (input) => (input instanceof HTMLInputElement ? input.value : input.textContent).trim() === '',
      );
      blank?.focus();
    } else if (count < before.current) {
      const buttons = list.current?.querySelectorAll<HTMLElement>('button') ?? [];
      [...buttons].at(-1)?.focus();
    }
    before.current = count;
  }, [count]);
  return list;
}
