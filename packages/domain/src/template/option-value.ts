import type { TemplateColumn, TemplateField } from './content.ts';
import {
  isEmptyValue,
  isRows,
  joinTexts,
  valueText,
  type CellValue,
  type FieldValue,
  type Row,
} from './value.ts';

/** A value as the field can have it, and the texts that were left out because they are no option of the field. */
export interface AcceptedValue<Value extends FieldValue = FieldValue> {
  /** "", [] or false if nothing is left; undefined without a value. */
  readonly value: Value | undefined;
  readonly dropped: readonly string[];
}

/** What decides which values a field or a column can have. */
type Choosing = Pick<TemplateField, 'type' | 'options'>;

/**
 * The texts that a field can ever have, those of its option rules included: "true" for a single checkbox, null if any text is
 * possible.
 */
export function offeredValues(field: TemplateField): readonly string[] | null {
  if (field.type === 'checkbox') return field.options.length === 0 ? ['true'] : field.options;
  if (field.type !== 'select' && field.type !== 'radio') return null;
  return [...new Set([...field.options, ...field.optionRules.flatMap(({ options }) => options)])];
}

/**
 * Converts any value to the field's type and leaves out what is not one of the options, which must match exactly. Lists become text
 * in text fields, and a single text becomes a list in a checkbox list. Rows keep the cells of known columns.
 */
export function acceptValue(
  field: Choosing & Pick<TemplateField, 'columns'>,
  options: readonly string[],
  value: FieldValue | undefined,
): AcceptedValue {
  if (field.type === 'rows') return acceptRows(field.columns ?? [], value);
  return acceptCell(field, options, isRows(value) ? valueText(value, 'text') : value);
}

function acceptRows(columns: readonly TemplateColumn[], value: FieldValue | undefined): AcceptedValue {
  if (value === undefined) return NONE;
  const dropped: string[] = [];
  const rows = (isRows(value) ? value : []).map((row): Row =>
    Object.fromEntries(
      columns.flatMap(({ id, type, options = [] }) => {
        const cell = acceptCell({ type, options }, options, Object.hasOwn(row, id) ? row[id] : undefined);
        dropped.push(...cell.dropped);
        return cell.value === undefined ? [] : [[id, cell.value]];
      }),
    ),
  );
  return { value: rows, dropped };
}

const NONE: AcceptedValue = { value: undefined, dropped: [] };

function acceptCell(
  field: Choosing,
  options: readonly string[],
  value: CellValue | undefined,
): AcceptedValue<CellValue> {
  if (value === undefined) return { value, dropped: [] };
  if (field.type === 'select' || field.type === 'radio') {
    const text = typeof value === 'string' ? value : valueText(value, field.type);
    return isEmptyValue(text) || options.includes(text) ? kept(text) : { value: '', dropped: [text.trim()] };
  }
  if (field.type !== 'checkbox')
    return kept(typeof value === 'string' ? value : valueText(value, field.type));
  if (field.options.length === 0) return acceptChecked(value);
  const items =
    typeof value === 'boolean' ? (value ? ['true'] : []) : typeof value === 'string' ? [value] : value;
  const filled = items.filter((item) => item.trim() !== '');
  const [chosen, dropped] = [true, false].map((isOption) =>
    filled.filter((item) => options.includes(item) === isOption),
  );
  return { value: chosen ?? [], dropped: dropped ?? [] };
}

/**
 * Like `acceptValue` for a value of a signed dictation: checkboxes keep what was signed with them, also what is not an option, so that
 * the report stays the same.
 */
export function acceptSignedValue(
  field: TemplateField,
  options: readonly string[],
  value: FieldValue | undefined,
): AcceptedValue {
  if (field.type !== 'checkbox' || value === undefined) return acceptValue(field, options, value);
  if (isRows(value)) return acceptValue(field, options, value);
  if (field.options.length === 0)
    return kept(typeof value === 'boolean' ? value : !isEmptyValue(value) && value !== 'false');
  if (typeof value === 'boolean') return kept([]);
  return kept(typeof value === 'string' ? (value === '' ? [] : [value]) : value);
}

const kept = (value: CellValue): AcceptedValue<CellValue> => ({ value, dropped: [] });

const CHECKED: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false };

/** A single checkbox: true or false, also as the texts "true", "Yes", "false" and "No". */
function acceptChecked(value: CellValue): AcceptedValue<CellValue> {
  if (typeof value === 'boolean') return kept(value);
  if (isEmptyValue(value)) return kept(false);
  const text = typeof value === 'string' ? value : joinTexts(value);
  const checked = CHECKED[text.trim().toLowerCase()];
  return checked === undefined ? { value: false, dropped: [text.trim()] } : kept(checked);
}

/** Says that a text is no option, with the option that differs only in letter case or spaces. */
export function notAnOption(text: string, options: readonly string[]): string {
  const near = nearOption(text, options);
  return `Not an option: "${text}".${near === undefined ? '' : ` Did you mean "${near}"?`}`;
}

/** The option that differs from the text only in letter case or spaces. */
export const nearOption = (text: string, options: readonly string[]): string | undefined =>
  options.find((option) => plain(option) === plain(text));

const plain = (text: string) => text.trim().replaceAll(/\s+/gu, ' ').toLowerCase();
