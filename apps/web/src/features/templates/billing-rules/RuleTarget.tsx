import { Autocomplete, Box, FormControlLabel, MenuItem, Switch, TextField } from '@mui/material';
import { ANY_VALUE } from '@portal/domain/template/billing';
import { TEMPLATE_LIMITS, type TemplateField } from '@portal/domain/template/content';
import { notAnOption, offeredValues } from '@portal/domain/template/option-value';
import { tooManyCharacters } from '@portal/domain/text';
import type { DraftProblems, RuleDraft } from './billing-rule-draft.ts';
import { enterStays } from '#ui/use-choice-text.ts';

interface RuleTargetProps {
  readonly draft: RuleDraft;
  readonly fields: readonly TemplateField[];
  /** The condition of a saved rule cannot be changed. */
  readonly isLocked: boolean;
  readonly problems: DraftProblems;
  readonly onChange: (change: Partial<RuleDraft>) => void;
}

/** The condition of a rule: a field value, or none for the template default. */
export function RuleTarget({ draft, fields, isLocked, problems, onChange }: RuleTargetProps) {
  const { isTemplateDefault, fieldId, fieldValue } = draft;
  const field = fields.find(({ id }) => id === fieldId);
  const isGone = fieldId !== '' && field === undefined;
  const valueProblem = isLocked
    ? null
    : (tooManyCharacters(fieldValue, TEMPLATE_LIMITS.line) ?? valueProblemOf(field, fieldValue));
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
        <Box sx={GRID}>
          <TextField
            select
            fullWidth
            required
            label="Field"
            disabled={isLocked}
            value={fieldId}
            onChange={({ target }) => onChange({ fieldId: target.value, fieldValue: '' })}
            error={problems.target !== null && fieldId === ''}
            helperText={isGone ? 'This field is no longer in the template.' : undefined}
          >
            {isGone ? <MenuItem value={fieldId}>{fieldId}</MenuItem> : null}
            {fields.map(({ id, label }) => (
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
            options={valuesOf(field)}
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
                  (field?.type === 'date'
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
      )}
    </Box>
  );
}

/** Says that the field never has the value. Rules ignore letter case. */
function valueProblemOf(field: TemplateField | undefined, value: string): string | null {
  const offered = field === undefined ? null : offeredValues(field);
  const text = value.trim().toLowerCase();
  if (offered === null || text === '' || text === ANY_VALUE) return null;
  return offered.some((option) => option.trim().toLowerCase() === text) ? null : notAnOption(value, offered);
}

/** The values that the field can have. A single checkbox is `true` when checked. */
function valuesOf(field: TemplateField | undefined): string[] {
  if (field === undefined) return [];
  return [...(offeredValues(field) ?? []), ANY_VALUE];
}

const GRID = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 2fr) minmax(0, 2fr) minmax(0, 1fr)' },
  gap: 2,
  mt: 1.5,
  alignItems: 'start',
};
