import AddIcon from '@mui/icons-material/Add';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { Accordion, AccordionDetails, AccordionSummary, Button, Stack, Typography } from '@mui/material';
import type { TemplateField } from '@portal/domain/template/content';
import { useId, useState } from 'react';
import { useFieldArray, useFormState, useWatch } from 'react-hook-form';
import { RULE_KINDS, type FieldFormState, type RuleKind } from './field-shape.ts';
import { NEW_RULE } from './field-values.ts';
import { RULE_KIND_LABELS } from './field-labels.ts';
import { RuleRow } from './RuleRow.tsx';

interface FieldRulesProps {
  readonly form: FieldFormState;
  /** The other fields of the template. */
  readonly fields: readonly TemplateField[];
  /** The saved field being edited; null for a new field. */
  readonly own: TemplateField | null;
}

/** The rules of a field, by kind. */
export function FieldRules({ form, fields, own }: FieldRulesProps) {
  const type = useWatch({ control: form.control, name: 'type' });
  return RULE_KINDS.map((kind) => (
    <RuleList
      key={kind}
      kind={kind}
      form={form}
      // A validation rule may check the field's own value.
      fields={kind === 'validationRules' && own !== null ? [own, ...fields] : fields}
      isOffered={kind !== 'optionRules' || type === 'select' || type === 'radio'}
    />
  ));
}

interface RuleListProps extends Pick<FieldRulesProps, 'form' | 'fields'> {
  readonly kind: RuleKind;
  /** Whether rules of this kind can be added to a field of this type. */
  readonly isOffered: boolean;
}

function RuleList({ kind, form: { control }, fields, isOffered }: RuleListProps) {
  const { fields: rules, append, remove, move } = useFieldArray({ control, name: kind });
  const { errors } = useFormState({ control, name: kind });
  const [isOpen, setOpen] = useState(rules.length > 0);
  const id = useId();
  const { title, one, help } = RULE_KIND_LABELS[kind];
  const count = rules.length;
  if (!isOffered && count === 0) return null;
  return (
    <Accordion
      disableGutters
      variant="outlined"
      // Errors must be visible.
      expanded={isOpen || errors[kind] !== undefined}
      onChange={(_event, opened) => setOpen(opened)}
      slotProps={{ heading: { component: 'h4' }, region: { id: `${id}-rules` } }}
      sx={{ borderRadius: '8px !important', '& + &': { mt: 1 }, '&::before': { display: 'none' } }}
    >
      <AccordionSummary id={`${id}-head`} aria-controls={`${id}-rules`} expandIcon={<ExpandMoreIcon />}>
        <Typography component="span">{title}</Typography>
        <Typography component="span" color="textSecondary" sx={{ ml: 1 }}>
          {count === 0 ? 'none' : count}
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
              control={control}
              kind={kind}
              at={at}
              count={count}
              fields={fields}
              onMove={(by) => move(at, at + by)}
              onRemove={() => remove(at)}
            />
          ))}
        </Stack>
        {isOffered ? (
          <Button
            size="small"
            startIcon={<AddIcon />}
            onClick={() => append(NEW_RULE)}
            sx={{ mt: count === 0 ? 0 : 1.5 }}
          >
            Add {one}
          </Button>
        ) : null}
      </AccordionDetails>
    </Accordion>
  );
}
