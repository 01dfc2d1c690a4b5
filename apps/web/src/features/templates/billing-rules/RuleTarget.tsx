import AddIcon from '@mui/icons-material/Add';
import CheckIcon from '@mui/icons-material/Check';
import {
  Autocomplete,
  Box,
  Button,
  Chip,
  FormControlLabel,
  MenuItem,
  Stack,
  Switch,
  TextField,
  Typography,
} from '@mui/material';
import { ANY_VALUE } from '@portal/domain/template/billing';
import { conditionWords } from '@portal/domain/template/condition-words';
import { TEMPLATE_LIMITS, type TemplateField } from '@portal/domain/template/content';
import { notAnOption } from '@portal/domain/template/option-value';
import { tooManyCharacters } from '@portal/domain/text';
import { useMemo } from 'react';
import { enterStays } from '#ui/use-choice-text.ts';
import { ConditionEditor, ConditionSentence, FIELDSET } from '../conditions/ConditionEditor.tsx';
import {
  conditionProblems,
  groupOf,
  isGroup,
  NEW_COMPARISON,
  NO_CONDITION_PROBLEMS,
  type ConditionInput,
} from '../conditions/condition-input.ts';
import { FROM_THE_RECORD, operandChoices, type OperandChoice } from '../conditions/operand-choices.ts';
import type { DraftProblems, RuleDraft } from './billing-rule-draft.ts';

interface RuleTargetProps {
  readonly draft: RuleDraft;
  readonly fields: readonly TemplateField[];
  /** The field and value of a saved rule cannot be changed. */
  readonly isLocked: boolean;
  readonly problems: DraftProblems;
  readonly onChange: (change: Partial<RuleDraft>) => void;
}

/** When a rule applies: with values of a field, or always as the template default; both can be limited by conditions. */
export function RuleTarget({ draft, fields, isLocked, problems, onChange }: RuleTargetProps) {
  const { isTemplateDefault } = draft;
  const choices = useMemo(() => operandChoices(fields), [fields]);
  return (
    <Box>
      <FormControlLabel
        sx={{ ml: -1 }}
        disabled={isLocked}
        label="Template default: applies to every dictation with this template"
        control={
          <Switch
            checked={isTemplateDefault}
            onChange={(_event, checked) => onChange({ isTemplateDefault: checked })}
          />
        }
      />
      {isTemplateDefault ? null : (
        <FieldAndValue
          draft={draft}
          choices={choices}
          isLocked={isLocked}
          problems={problems}
          onChange={onChange}
        />
      )}
      <OnlyWhen
        condition={draft.when}
        choices={choices}
        showsProblems={problems.isConditionWrong}
        onChange={(when) => onChange({ when })}
      />
    </Box>
  );
}

interface FieldAndValueProps extends Omit<RuleTargetProps, 'fields'> {
  readonly choices: readonly OperandChoice[];
}

function FieldAndValue({ draft, choices, isLocked, problems, onChange }: FieldAndValueProps) {
  const { fieldId, fieldValue } = draft;
  const offered = choices.filter(({ group }) => group !== FROM_THE_RECORD);
  const field = offered.find(({ id }) => id === fieldId);
  const isGone = fieldId !== '' && field === undefined;
  const valueProblem = isLocked
    ? null
    : (tooManyCharacters(fieldValue, TEMPLATE_LIMITS.line) ?? valueProblemOf(field, fieldValue));
  return (
    <>
      <Box sx={GRID}>
        <TextField
          select
          fullWidth
          required
          label="Field"
          disabled={isLocked}
          value={fieldId}
          onChange={({ target }) => onChange({ fieldId: target.value, fieldValue: '', alsoFor: [] })}
          error={problems.target !== null && fieldId === ''}
          helperText={isGone ? 'This field is no longer in the template.' : undefined}
        >
          {isGone ? <MenuItem value={fieldId}>{fieldId}</MenuItem> : null}
          {offered.map(({ id, label }) => (
            <MenuItem key={id} value={id}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        <Autocomplete
          freeSolo
          onKeyDown={enterStays}
          fullWidth
          size="small"
          options={field === undefined ? [] : [...field.options, ANY_VALUE]}
          // Show all options regardless of the current text.
          filterOptions={(options) => options}
          disabled={isLocked || fieldId === ''}
          inputValue={fieldValue}
          onInputChange={(_event, text) => onChange({ fieldValue: text })}
          renderInput={(params) => (
            <TextField
              {...params}
              label="Value"
              required
              error={valueProblem !== null || (problems.target !== null && fieldId !== '')}
              helperText={
                valueProblem ??
                (field?.kind === 'date'
                  ? `A date, such as 01/05/2026; ${ANY_VALUE} matches any value`
                  : `${ANY_VALUE} matches any value`)
              }
            />
          )}
        />
        <TextField
          fullWidth
          label="Priority"
          value={draft.priority}
          onChange={({ target }) => onChange({ priority: target.value })}
          error={problems.priority !== null}
          helperText={problems.priority ?? 'Lower numbers appear first'}
          slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
        />
      </Box>
      {isLocked || field === undefined ? null : (
        <ValueChips draft={draft} options={field.options} onChange={onChange} />
      )}
    </>
  );
}

/** More options than this are only in the list of the value. */
const MAX_CHIPS = 24;

/** The options of the field at a click. Several of them make a rule for each. */
function ValueChips({
  draft: { fieldValue, alsoFor },
  options,
  onChange,
}: Pick<RuleTargetProps, 'draft' | 'onChange'> & { readonly options: readonly string[] }) {
  const chosen = [fieldValue, ...alsoFor].filter((value) => value !== '');
  const toggle = (value: string) => {
    const isChosen = chosen.includes(value);
    // Any value includes the others.
    const next = isChosen
      ? chosen.filter((each) => each !== value)
      : value === ANY_VALUE
        ? [ANY_VALUE]
        : [...chosen.filter((each) => each !== ANY_VALUE), value];
    const [first = '', ...others] = next;
    onChange({ fieldValue: first, alsoFor: others });
  };
  return (
    <Box component="fieldset" aria-label="Options of the field" sx={{ ...FIELDSET, mt: 1 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.75 }}>
        {[...options.slice(0, MAX_CHIPS), ANY_VALUE].map((value) => {
          const isChosen = chosen.includes(value);
          return (
            <Chip
              key={value}
              clickable
              component="button"
              type="button"
              label={value === ANY_VALUE ? 'Any value' : value}
              // Not by color alone.
              {...(isChosen && { icon: <CheckIcon /> })}
              color={isChosen ? 'primary' : 'default'}
              variant={isChosen ? 'filled' : 'outlined'}
              aria-pressed={isChosen}
              sx={{ height: { xs: 44, sm: 28 }, minWidth: { xs: 44, sm: 0 } }}
              onClick={() => toggle(value)}
            />
          );
        })}
      </Stack>
      {alsoFor.length === 0 ? null : (
        <Typography
          component="output"
          variant="body2"
          color="textSecondary"
          sx={{ display: 'block', mt: 0.5 }}
        >
          {`${chosen.length} rules with the same codes will be saved, one for each value.`}
        </Typography>
      )}
    </Box>
  );
}

interface OnlyWhenProps {
  readonly condition: ConditionInput | null;
  readonly choices: readonly OperandChoice[];
  readonly showsProblems: boolean;
  readonly onChange: (condition: ConditionInput | null) => void;
}

/** Conditions that must be met, too. */
function OnlyWhen({ condition, choices, showsProblems, onChange }: OnlyWhenProps) {
  if (condition === null)
    return (
      <Button size="small" startIcon={<AddIcon />} onClick={() => onChange(NEW_COMPARISON)} sx={{ mt: 1.5 }}>
        Limit by conditions
      </Button>
    );
  const problems = conditionProblems(condition);
  const labelOf = (id: string) => choices.find((each) => each.id === id)?.label ?? id;
  const group = groupOf(isGroup(condition) ? condition : { match: 'all', conditions: [condition] });
  return (
    <Box component="fieldset" aria-label="Only when" sx={{ ...FIELDSET, mt: 2 }}>
      <Typography variant="h3" sx={{ mb: 1.5 }}>
        Only when
      </Typography>
      <ConditionEditor
        condition={condition}
        onChange={onChange}
        operands={choices}
        problems={showsProblems ? problems : NO_CONDITION_PROBLEMS}
        name="the rule"
        onRemove={() => onChange(null)}
      />
      {problems.size > 0 ? null : (
        <ConditionSentence>{`Applies only when ${conditionWords(group, labelOf)}.`}</ConditionSentence>
      )}
    </Box>
  );
}

/** Says that the field never has the value. Rules ignore letter case. */
function valueProblemOf(field: OperandChoice | undefined, value: string): string | null {
  const text = value.trim().toLowerCase();
  if (field === undefined || field.options.length === 0 || text === '' || text === ANY_VALUE) return null;
  return field.options.some((option) => option.trim().toLowerCase() === text)
    ? null
    : notAnOption(value, field.options);
}

const GRID = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 2fr) minmax(0, 2fr) minmax(0, 1fr)' },
  gap: 2,
  mt: 1.5,
  alignItems: 'start',
};
