import type { Measure, RuleOperator, TemplateColumn, TemplateField } from '@portal/domain/template/content';
import { SOURCES, type SourceKind } from '@portal/domain/template/sources';

/** What can be compared, or used in a text or a formula: a field, a column of rows, or a value from the record. */
export interface OperandChoice {
  readonly id: string;
  readonly label: string;
  readonly group: OperandGroup;
  readonly kind: 'text' | 'choice' | 'checked' | 'rows' | SourceKind;
  /** The values that it can have; empty if any. */
  readonly options: readonly string[];
}

/** "Fields", "Columns of Lesions", "From the record". */
type OperandGroup = string;

export const FROM_THE_RECORD = 'From the record';

/** All operands of a template, in groups. */
export function operandChoices(fields: readonly TemplateField[]): readonly OperandChoice[] {
  return [
    ...fields.map(fieldOperand),
    ...fields.flatMap(({ id, label, type, columns = [] }) =>
      type === 'rows' ? columns.map((column) => columnOperand(id, label, column)) : [],
    ),
    ...Object.entries(SOURCES).map(([id, { label, kind }]): OperandChoice => ({
      id,
      label,
      group: FROM_THE_RECORD,
      kind,
      options: kind === 'flag' ? ['true'] : [],
    })),
  ];
}

function fieldOperand({ id, label, type, options, optionRules }: TemplateField): OperandChoice {
  const offered = [...new Set([...options, ...optionRules.flatMap((rule) => rule.options)])];
  const common = { id, label, group: 'Fields', options: offered };
  switch (type) {
    case 'checkbox':
      return offered.length === 0
        ? { ...common, kind: 'checked', options: ['true'] }
        : { ...common, kind: 'list' };
    case 'select':
    case 'radio':
      return { ...common, kind: 'choice' };
    case 'date':
      return { ...common, kind: 'date', options: [] };
    case 'rows':
      return { ...common, kind: 'rows', options: [] };
    default:
      return { ...common, kind: 'text', options: [] };
  }
}

const columnOperand = (
  fieldId: string,
  fieldLabel: string,
  { id, label, options = [] }: TemplateColumn,
): OperandChoice => ({
  id: `${fieldId}.${id}`,
  label: `${fieldLabel}: ${label}`,
  group: `Columns of ${fieldLabel}`,
  kind: 'list',
  options,
});

/** "Side (side)"; values from the record have only their name. */
export const operandName = ({ id, label, group }: OperandChoice): string =>
  group === FROM_THE_RECORD ? label : `${label} (${id})`;

const NUMBERS: readonly RuleOperator[] = ['less_than', 'at_most', 'at_least', 'greater_than'];
const EQUAL: readonly RuleOperator[] = ['equals', 'not_equals'];
const EMPTY: readonly RuleOperator[] = ['is_empty', 'is_not_empty'];
const WORDS: readonly RuleOperator[] = [...EQUAL, 'contains', 'in', 'startsWith'];

const OPERATORS: Readonly<Record<OperandChoice['kind'], readonly RuleOperator[]>> = {
  text: [...WORDS, ...EMPTY, ...NUMBERS],
  choice: [...WORDS, ...EMPTY],
  list: ['contains', ...EQUAL, 'in', ...EMPTY],
  checked: [...EQUAL, ...EMPTY],
  rows: [...EMPTY],
  number: [...EQUAL, ...NUMBERS, ...EMPTY],
  date: [...EQUAL, 'before', 'after', 'contains', 'in', 'startsWith', ...EMPTY],
  flag: ['is_not_empty', 'is_empty'],
};

/** The operators that fit what is compared. All of a text if nothing is chosen yet. */
export function operatorsFor(
  operand: OperandChoice | undefined,
  measure: '' | Measure,
): readonly RuleOperator[] {
  if (measure !== '') return [...EQUAL, ...NUMBERS];
  if (operand === undefined) return WORDS;
  const operators = OPERATORS[operand.kind];
  const isNumeric = operand.options.some((option) => Number.isFinite(Number(option)) && option.trim() !== '');
  return operand.kind === 'choice' && isNumeric ? [...operators, ...NUMBERS] : operators;
}

/** What can be compared of an operand. */
export function measuresFor(operand: OperandChoice | undefined): readonly ('' | Measure)[] {
  switch (operand?.kind) {
    case 'rows':
      return ['', 'count'];
    case 'list':
      return ['', 'count', 'sum'];
    case 'date':
      return ['', 'days'];
    default:
      return [''];
  }
}

/** What a new comparison of an operand compares: rows are counted. */
export const firstMeasure = (operand: OperandChoice | undefined): '' | Measure =>
  operand?.kind === 'rows' ? 'count' : '';
