import { Autocomplete, Box, ListSubheader, MenuItem, TextField } from '@mui/material';
import type { RuleOperator } from '@portal/domain/template/content';
import { enterStays } from '#ui/use-choice-text.ts';
import { hasNoValue, pathTo, type ComparisonInput, type ConditionProblems } from './condition-input.ts';
import { MEASURE_LABELS, OPERATOR_LABELS } from './condition-words.ts';
import {
  firstMeasure,
  measuresFor,
  operandName,
  operatorsFor,
  type OperandChoice,
} from './operand-choices.ts';

interface ComparisonFieldsProps {
  readonly comparison: ComparisonInput;
  readonly onChange: (comparison: ComparisonInput) => void;
  readonly operands: readonly OperandChoice[];
  readonly problems: ConditionProblems;
  readonly path: string;
  readonly canBeAlways: boolean;
}

/** The inputs of a comparison: what is compared, how, and with what. */
export function ComparisonFields({
  comparison,
  onChange,
  operands,
  canBeAlways,
  ...props
}: ComparisonFieldsProps) {
  const { sourceFieldId, operator, measure, sinceFieldId } = comparison;
  const source = operands.find(({ id }) => id === sourceFieldId);
  const change = (next: Partial<ComparisonInput>) => onChange({ ...comparison, ...next });
  const problemAt = (part: string) => props.problems.get(pathTo(props.path, part));
  const offered = operatorsFor(source, measure);
  // A stored operator that does not fit stays in the list, so that the problem is visible.
  const operators: readonly RuleOperator[] = [
    ...offered,
    ...(offered.includes(operator) || operator === 'default' ? [] : [operator]),
    ...(canBeAlways ? (['default'] as const) : []),
  ];
  const measures = measuresFor(source);
  const hasMeasure = measures.length > 1 || measure !== '';
  const hasSince = measure === 'days';
  const withSource = (id: string) => {
    const next = operands.find((each) => each.id === id);
    const nextMeasure = measuresFor(next).includes(measure) && measure !== '' ? measure : firstMeasure(next);
    const nextOperators = operatorsFor(next, nextMeasure);
    change({
      sourceFieldId: id,
      measure: nextMeasure,
      operator: nextOperators.includes(operator) ? operator : (nextOperators[0] ?? operator),
    });
  };
  if (operator === 'default')
    return <OperatorSelect operator={operator} operators={operators} onChange={change} />;
  return (
    <Box sx={GRID}>
      <OperandSelect
        label="When field"
        value={sourceFieldId}
        operands={operands}
        problem={problemAt('sourceFieldId')}
        onChange={withSource}
      />
      {hasMeasure ? (
        <MeasureSelect
          measure={measure}
          measures={measures}
          onChange={(next) => {
            const fitting = operatorsFor(source, next);
            change({
              measure: next,
              operator: fitting.includes(operator) ? operator : (fitting[0] ?? operator),
            });
          }}
        />
      ) : null}
      {hasSince ? (
        <OperandSelect
          label="Since"
          value={sinceFieldId}
          operands={operands.filter(({ kind, id }) => kind === 'date' && id !== sourceFieldId)}
          problem={problemAt('sinceFieldId')}
          onChange={(id) => change({ sinceFieldId: id })}
        />
      ) : null}
      <OperatorSelect operator={operator} operators={operators} onChange={change} />
      {hasNoValue(operator) ? null : operator === 'in' ? (
        <SeveralValues
          comparison={comparison}
          source={source}
          problem={problemAt('values')}
          onChange={change}
        />
      ) : (
        <OneValue comparison={comparison} source={source} problem={problemAt('value')} onChange={change} />
      )}
    </Box>
  );
}

/** As many columns as fit: three in a dialog, one on a phone. */
const GRID = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fit, minmax(170px, 1fr))' },
  alignItems: 'start',
};

type InputMeasure = ComparisonInput['measure'];

interface MeasureSelectProps {
  readonly measure: InputMeasure;
  readonly measures: readonly InputMeasure[];
  readonly onChange: (measure: InputMeasure) => void;
}

function MeasureSelect({ measure, measures, onChange }: MeasureSelectProps) {
  return (
    <TextField
      select
      fullWidth
      label="Compare"
      value={measure}
      onChange={({ target }) => onChange(measures.find((each) => each === target.value) ?? '')}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      {[...new Set([...measures, measure])].map((each) => (
        <MenuItem key={each} value={each}>
          {MEASURE_LABELS[each]}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface OperatorSelectProps {
  readonly operator: RuleOperator;
  readonly operators: readonly RuleOperator[];
  readonly onChange: (change: Pick<ComparisonInput, 'operator'>) => void;
}

function OperatorSelect({ operator, operators, onChange }: OperatorSelectProps) {
  return (
    <TextField
      select
      fullWidth
      required
      label="Operator"
      value={operator}
      onChange={({ target }) => {
        const next = operators.find((each) => each === target.value);
        if (next !== undefined) onChange({ operator: next });
      }}
    >
      {operators.map((each) => (
        <MenuItem key={each} value={each}>
          {OPERATOR_LABELS[each]}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface OperandSelectProps {
  readonly label: string;
  readonly value: string;
  readonly operands: readonly OperandChoice[];
  readonly problem: string | undefined;
  readonly onChange: (id: string) => void;
}

/** Chooses a field, a column or a value from the record. */
function OperandSelect({ label, value, operands, problem, onChange }: OperandSelectProps) {
  // A missing field stays in the list, so that the problem is visible.
  const isGone = value !== '' && operands.every(({ id }) => id !== value);
  return (
    <TextField
      select
      fullWidth
      required
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={problem !== undefined}
      helperText={problem}
    >
      {isGone ? <MenuItem value={value}>{value} (not in this template)</MenuItem> : null}
      {operands.flatMap((operand, at) => [
        ...(operands[at - 1]?.group === operand.group
          ? []
          : [
              <ListSubheader key={operand.group} aria-hidden>
                {operand.group}
              </ListSubheader>,
            ]),
        <MenuItem key={operand.id} value={operand.id}>
          {operandName(operand)}
        </MenuItem>,
      ])}
    </TextField>
  );
}

interface ValueProps {
  readonly comparison: ComparisonInput;
  readonly source: OperandChoice | undefined;
  readonly problem: string | undefined;
  readonly onChange: (change: Partial<ComparisonInput>) => void;
}

const DATE_HELP = 'A date, such as 01/05/2026';

function OneValue({ comparison: { value, measure }, source, problem, onChange }: ValueProps) {
  const isNumber = measure !== '' || source?.kind === 'number';
  return (
    <Autocomplete
      freeSolo
      openOnFocus
      onKeyDown={enterStays}
      size="small"
      options={isNumber ? [] : (source?.options ?? [])}
      // Show all options regardless of the current text.
      filterOptions={(options) => options}
      inputValue={value}
      onInputChange={(_event, text) => onChange({ value: text })}
      renderInput={(params) => (
        <TextField
          {...params}
          label="Value"
          required
          error={problem !== undefined}
          helperText={problem ?? (source?.kind === 'date' && measure === '' ? DATE_HELP : undefined)}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, ...(isNumber && { inputMode: 'decimal' }) },
          }}
        />
      )}
    />
  );
}

function SeveralValues({ comparison: { values }, source, problem, onChange }: ValueProps) {
  return (
    <Autocomplete
      multiple
      freeSolo
      onKeyDown={enterStays}
      autoSelect
      size="small"
      options={source?.options ?? []}
      value={values}
      onChange={(_event, next) => onChange({ values: next })}
      renderInput={(params) => (
        <TextField
          {...params}
          label="Values"
          required
          error={problem !== undefined}
          helperText={problem ?? (source?.kind === 'date' ? DATE_HELP : 'Choose, or type and press Enter')}
        />
      )}
    />
  );
}
