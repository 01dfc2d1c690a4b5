import type { DosePer, FieldDose, TemplateField } from './content.ts';
import { plainNumber } from './dose-text.ts';
import type { Evaluation, FieldState } from './evaluate.ts';
import { sideOf } from './modifiers.ts';
import { isEmptyValue, valueTexts } from './value.ts';

/** How often a dose was given, or why that is not known. */
export type DoseTimes = number | string;

/** The fields that say how many, unless the dose names another one. */
const COUNT_FIELDS: Readonly<Partial<Record<DosePer, readonly string[]>>> = {
  level: ['level', 'levels'],
  point: ['points'],
};

/** What a dose can be for, as shown to users. */
export const DOSE_PER_LABELS: Readonly<Record<DosePer, string>> = {
  note: 'In total',
  side: 'Each side',
  level: 'Each level, on each side',
  joint: 'Each joint, on each side',
  point: 'Each injection point',
};

/** How many times a dose was given in a note: once, or for each side, level, joint or point. */
export function timesOf(
  { per, countFieldId }: Pick<FieldDose, 'per' | 'countFieldId'>,
  evaluation: Evaluation,
): DoseTimes {
  if (per === 'note') return 1;
  const sides = per === 'point' ? 1 : sidesOf(evaluation);
  if (typeof sides === 'string') return sides;
  const state = (countFieldId === undefined ? (COUNT_FIELDS[per] ?? []) : [countFieldId])
    .map((id) => evaluation.byId.get(id))
    .find((found) => found !== undefined);
  if (state === undefined) {
    if (countFieldId !== undefined || per === 'level' || per === 'point')
      return `The template has no field that says how many ${per}s were treated.`;
    return sides;
  }
  const count = countOf(state);
  return typeof count === 'string' ? count : count * sides;
}

/** What is counted. A column is counted like rows. */
export interface Counted extends Pick<FieldState, 'effective'> {
  readonly field: Pick<TemplateField, 'label' | 'type' | 'options' | 'dose'>;
}

/** The number in a field, how many of its options are chosen, or how many rows are filled in. */
export function countOf({ field, effective }: Counted): DoseTimes {
  if (isEmptyValue(effective)) return `${field.label} is empty.`;
  const texts = valueTexts(effective);
  if (field.type === 'rows') return texts.length;
  if (field.type === 'checkbox') return field.options.length === 0 ? 1 : texts.length;
  const [text = ''] = texts;
  const number = plainNumber(text);
  if (number !== null) return number;
  // A choice that is no number, such as a level, is one.
  if (field.type === 'select' || field.type === 'radio') return 1;
  return `${field.label} is not a number.`;
}

/** 2 for both sides, 1 for one, and for a template that has no field for the side. */
function sidesOf(evaluation: Evaluation): DoseTimes {
  const state = evaluation.byId.get('side');
  if (state?.isVisible !== true) return 1;
  if (isEmptyValue(state.effective)) return `${state.field.label} is empty.`;
  const side = sideOf(evaluation);
  if (side === null) return `${state.field.label} names no side.`;
  return side === 'bilateral' ? 2 : 1;
}

/** What can have got the dose more than once in a note, in words; null if everything was treated once. */
export function severalSites(evaluation: Evaluation): string | null {
  if (sideOf(evaluation) === 'bilateral') return 'on each side';
  const levels = evaluation.byId.get('level') ?? evaluation.byId.get('levels');
  return valueTexts(levels?.effective).length > 1 ? 'at each level' : null;
}
