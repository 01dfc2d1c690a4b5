import { addDays } from '@portal/domain/calendar';
import { fieldsOf, type TemplateContent, type TemplateField } from '@portal/domain/template/content';
import { evaluateTemplate, isDependent, type FieldState } from '@portal/domain/template/evaluate';
import { fieldOfColumn } from '@portal/domain/template/rows';
import {
  isEmptyValue,
  type CellValue,
  type FieldValue,
  type FieldValues,
  type Row,
} from '@portal/domain/template/value';
import type { SeededRandom } from '../random.ts';
import { OTHER_TEXTS, TEXTS } from './texts.ts';

/** Values can reveal more fields; the demo templates are not nested deeper than this. */
const ROUNDS = 4;

/** Fills in a template like a user: always the required fields, and most of the others. `answers` are given. */
export function dictatedValues(
  random: SeededRandom,
  content: TemplateContent,
  {
    defaults,
    procedureDate,
    answers = {},
  }: { readonly defaults: FieldValues; readonly procedureDate: string; readonly answers?: FieldValues },
): FieldValues {
  const entered: Record<string, FieldValue> = { ...answers };
  const seen = new Set(Object.keys(answers));
  for (let round = 0; round < ROUNDS; round += 1) {
    const { fields } = evaluateTemplate(content, { entered, defaults });
    const open = fields.filter(
      ({ field, isVisible }) =>
        isVisible && !seen.has(field.id) && field.type !== 'hidden' && !isDependent(field),
    );
    if (open.length === 0) break;
    for (const state of open) {
      seen.add(state.field.id);
      const value = valueOf(random, state, procedureDate);
      if (value !== undefined) entered[state.field.id] = value;
    }
  }
  mend(content, entered, defaults);
  const evaluation = evaluateTemplate(content, { entered, defaults });
  return Object.fromEntries(
    fieldsOf(content).flatMap(({ id }) => {
      const state = evaluation.byId.get(id);
      return state?.isVisible === true && state.value !== undefined ? [[id, state.value]] : [];
    }),
  );
}

/** Chooses new values for options that are no longer available after another choice or that violate a template rule. */
function mend(content: TemplateContent, entered: Record<string, FieldValue>, defaults: FieldValues): void {
  for (const { field, options, problem, dropped } of evaluateTemplate(content, { entered, defaults })
    .fields) {
    if (problem === null && dropped.length === 0) continue;
    const fine = options.find((option) => {
      const tried = evaluateTemplate(content, { entered: { ...entered, [field.id]: option }, defaults });
      return tried.byId.get(field.id)?.problem === null;
    });
    if (fine !== undefined) entered[field.id] = fine;
  }
}

function valueOf(
  random: SeededRandom,
  { field, value, options, problem }: FieldState,
  procedureDate: string,
): FieldValue | undefined {
  // Mostly keep the template’s default.
  if (field.isReadOnly || (!isEmptyValue(value) && problem === null && random.chance(0.85))) return undefined;
  if (!field.required && random.chance(0.15)) return undefined;
  return field.type === 'rows'
    ? rowsValue(random, field, procedureDate)
    : oneValue(random, field, options, {
        isEmpty: isEmptyValue(value),
        texts: TEXTS[field.id] ?? OTHER_TEXTS,
        procedureDate,
      });
}

/** A few rows with most of their cells. */
function rowsValue(random: SeededRandom, field: TemplateField, procedureDate: string): FieldValue {
  const { columns = [], minRows = 1, maxRows = 4 } = field;
  const count = random.int(Math.max(1, minRows), Math.max(1, minRows, Math.min(4, maxRows)));
  return Array.from({ length: count }, (): Row =>
    Object.fromEntries(
      columns.map(fieldOfColumn).flatMap((column): [string, CellValue][] => {
        const texts = CELLS[column.id] ?? ['1'];
        const cell = oneValue(random, column, column.options, { isEmpty: true, texts, procedureDate });
        return cell === undefined ? [] : [[column.id, cell]];
      }),
    ),
  );
}

interface Filling {
  readonly isEmpty: boolean;
  /** What can be typed into a text. */
  readonly texts: readonly string[];
  readonly procedureDate: string;
}

function oneValue(
  random: SeededRandom,
  field: TemplateField,
  options: readonly string[],
  { isEmpty, texts, procedureDate }: Filling,
): CellValue | undefined {
  switch (field.type) {
    case 'select':
    case 'radio':
      return chosen(random, field, options);
    case 'checkbox':
      if (options.length === 0) return true;
      return [...new Set([random.pick(options), ...(random.chance(0.4) ? [random.pick(options)] : [])])];
    case 'date':
      return addDays(procedureDate, /follow|return/.test(field.id) ? 14 : -7);
    default:
      return isEmpty ? random.pick(texts, 1.4) : undefined;
  }
}

/** The numbers of columns without options. */
const CELLS: Readonly<Record<string, readonly string[]>> = {
  contacts: ['8', '16'],
  mg_per_day: ['20', '40', '60'],
};

function chosen(
  random: SeededRandom,
  { id, validationRules }: TemplateField,
  options: readonly string[],
): string {
  if (/^pain_(before|now)$/.test(id)) return String(random.int(5, 9));
  if (id === 'pain_after') return String(random.int(0, 4));
  const refused = validationRules.flatMap(({ value }) => value);
  const fine = options.filter((option) => !refused.includes(option));
  return random.pick(fine.length === 0 ? options : fine, 1.2);
}
