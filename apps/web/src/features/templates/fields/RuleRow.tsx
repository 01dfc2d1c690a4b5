import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import KeyboardArrowDownIcon from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUpIcon from '@mui/icons-material/KeyboardArrowUp';
import { Box, Card, IconButton, Stack, Typography } from '@mui/material';
import { RULE_OPERATORS, type TemplateField } from '@portal/domain/template/content';
import { useWatch } from 'react-hook-form';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { fieldOptions } from './FieldDependency.tsx';
import { type FieldFormState, type RuleKind } from './field-shape.ts';
import { OPERATOR_LABELS, RULE_KIND_LABELS } from './field-labels.ts';
import { RuleResult } from './RuleResult.tsx';
import { RuleValue } from './RuleValue.tsx';

interface RuleRowProps {
  readonly control: FieldFormState['control'];
  readonly kind: RuleKind;
  /** From 0. */
  readonly at: number;
  readonly count: number;
  readonly fields: readonly TemplateField[];
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

const OPERATORS = RULE_OPERATORS.map((value) => ({ value, label: OPERATOR_LABELS[value] }));

/** A rule: the field to check, the comparison and the result. */
export function RuleRow({ control, kind, at, count, fields, onMove, onRemove }: RuleRowProps) {
  const operator = useWatch({ control, name: `${kind}.${at}.operator` });
  const sourceId = useWatch({ control, name: `${kind}.${at}.sourceFieldId` });
  const isAlways = operator === 'default';
  const source = fields.find(({ id }) => id === sourceId);
  const options = fieldOptions(fields);
  const name = `${RULE_KIND_LABELS[kind].one} ${at + 1}`;
  return (
    <Card component="li" aria-label={name} sx={{ p: 1.5 }}>
      <Stack direction="row" sx={{ alignItems: 'center', mb: 1.5 }}>
        <Typography component="span" variant="subtitle2" sx={{ flex: 1 }}>
          Rule {at + 1}
        </Typography>
        <IconButton
          size="small"
          aria-label={`Move ${name} up`}
          disabled={at === 0}
          onClick={() => onMove(-1)}
        >
          <KeyboardArrowUpIcon fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          aria-label={`Move ${name} down`}
          disabled={at === count - 1}
          onClick={() => onMove(1)}
        >
          <KeyboardArrowDownIcon fontSize="small" />
        </IconButton>
        <IconButton size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
          <DeleteOutlined fontSize="small" />
        </IconButton>
      </Stack>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: '1fr', sm: isAlways ? '1fr' : '2fr 1fr 2fr' },
          mb: 1.5,
        }}
      >
        {isAlways ? null : (
          <FormSelect
            control={control}
            name={`${kind}.${at}.sourceFieldId`}
            label="When field"
            required
            emptyText="No other fields yet"
            // A missing field stays in the list so that the problem is visible.
            options={
              source !== undefined || sourceId === ''
                ? options
                : [...options, { value: sourceId, label: `${sourceId} (not in this template)` }]
            }
          />
        )}
        <FormSelect
          control={control}
          name={`${kind}.${at}.operator`}
          label="Operator"
          required
          options={OPERATORS}
        />
        {isAlways ? null : (
          <RuleValue control={control} kind={kind} at={at} operator={operator} source={source} />
        )}
      </Box>
      <RuleResult control={control} kind={kind} at={at} fields={fields} />
    </Card>
  );
}
