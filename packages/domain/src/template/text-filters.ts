import { numberIn } from './comparable.ts';
import { isRows, valueTexts, type FieldValue } from './value.ts';

/** What a text can do with a value: `{{side | lower}}`. */
export const TEXT_FILTERS = ['lower', 'upper', 'sentence', 'list', 'number'] as const;
export type TextFilter = (typeof TEXT_FILTERS)[number];

export const isTextFilter = (name: string): name is TextFilter =>
  TEXT_FILTERS.some((filter) => filter === name);

const ONE: Readonly<Record<Exclude<TextFilter, 'list'>, (text: string) => string>> = {
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  sentence: (text) => text.replace(/^\s*\p{L}/u, (start) => start.toUpperCase()),
  number: (text) => (numberIn(text) === null ? text : withThousands(text)),
};

/** Separates the thousands of a number that is otherwise as typed: "1234.50" is "1,234.50". */
const withThousands = (text: string): string =>
  text.replace(/\d+/u, (whole) => whole.replaceAll(/\B(?=(?:\d{3})+$)/gu, ','));

/** "A", "A and B", "A, B, and C". Semicolons separate texts that have commas. */
export function listText(texts: readonly string[]): string {
  const last = texts.at(-1) ?? '';
  if (texts.length < 3) return texts.join(' and ');
  const separator = texts.some((text) => text.includes(',')) ? '; ' : ', ';
  return `${texts.slice(0, -1).join(separator)}${separator}and ${last}`;
}

/** Applies filters in their order. `list` joins the items of a list, which other filters change one by one before it. */
export function filtered(
  filters: readonly TextFilter[],
  text: string,
  value: FieldValue | undefined,
): string {
  let texts: readonly string[] =
    filters.includes('list') && typeof value === 'object' && !isRows(value) ? valueTexts(value) : [text];
  for (const filter of filters)
    texts = filter === 'list' ? [listText(texts)] : texts.map((each) => ONE[filter](each));
  return texts.join('');
}
