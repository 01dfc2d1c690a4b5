import { operandProblem } from './check-operands.ts';
import type { TemplateField } from './content.ts';
import { formulaOperands, parseFormula } from './formula.ts';
import { RESERVED_IDS } from './sources.ts';

/** Reports a problem of a field. */
export type Report = (severity: 'error' | 'warning', field: TemplateField, message: string) => void;

/** Checks the columns and rows of a `rows` field, and that other fields have none. */
export function checkColumns(field: TemplateField, report: Report): void {
  const { type, columns = [], minRows = 0, maxRows, defaultRows = [] } = field;
  if (type !== 'rows') {
    if (columns.length > 0) report('error', field, 'Only fields of type Rows can have columns');
    return;
  }
  if (RESERVED_IDS.has(field.id))
    report(
      'error',
      field,
      `A field of type Rows cannot have the ID "${field.id}", which texts and conditions use`,
    );
  if (columns.length === 0) report('error', field, 'Please add at least one column');
  const ids = new Set<string>();
  for (const { id, label, type: columnType, options = [] } of columns) {
    if (ids.has(id)) report('error', field, `The column ID "${id}" is used more than once`);
    ids.add(id);
    if ((columnType === 'select' || columnType === 'radio') && options.length === 0)
      report('error', field, `Please add at least one option for the column "${label}"`);
  }
  if (maxRows !== undefined && minRows > maxRows)
    report('error', field, `At least ${minRows} rows are needed, but at most ${maxRows} are allowed`);
  if (maxRows !== undefined && defaultRows.length > maxRows)
    report('error', field, `It starts with ${defaultRows.length} rows, but at most ${maxRows} are allowed`);
  const unknown = defaultRows.flatMap((row) => Object.keys(row)).find((id) => !ids.has(id));
  if (unknown !== undefined)
    report('error', field, `A default row has a value for the column "${unknown}", which does not exist`);
}

/** The types that the result of a formula can have. */
const RESULTS: ReadonlySet<TemplateField['type']> = new Set(['text', 'textarea', 'hidden']);

/** Checks the formula of a calculated field, and that other fields have none. */
export function checkFormula(
  field: TemplateField,
  operands: ReadonlyMap<string, TemplateField>,
  report: Report,
): void {
  const { type, dependencyType, formula } = field;
  if (dependencyType !== 'calculated') {
    if (formula !== undefined) report('error', field, 'Only calculated fields can have a formula');
    return;
  }
  if (!RESULTS.has(type)) report('error', field, 'A calculated field must be a text field or hidden');
  const read = parseFormula(formula ?? '');
  if ('problem' in read) {
    report('error', field, `The formula ${read.problem}`);
    return;
  }
  for (const id of new Set(formulaOperands(read.value))) {
    const problem = operandProblem(id, operands);
    if (problem !== null) report('error', field, `The formula uses "${id}", which ${problem}`);
  }
}
