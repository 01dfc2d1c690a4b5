import { fieldsOf, type TemplateContent, type TemplateField } from './content.ts';
import { offeredValues } from './option-value.ts';
import type { SourceValues } from './source-values.ts';
import { valueTexts, type FieldValue, type FieldValues } from './value.ts';

/** What notes take from an order. */
export interface OrderDetails {
  readonly side: string | null;
  readonly levels: readonly string[];
  readonly codes: readonly string[];
  readonly locationName: string | null;
}

/** The values of the sources of an order; what it does not have is left out. */
export const orderValues = ({ side, levels, codes, locationName }: OrderDetails): SourceValues => ({
  ...(side !== null && { 'order.side': side }),
  ...(levels.length > 0 && { 'order.levels': [...levels] }),
  ...(codes.length > 0 && { 'order.codes': [...codes] }),
  ...(locationName !== null && { 'order.place': locationName }),
});

/** The sources that fill in fields, by the IDs of these fields. */
const FILLED = { side: 'order.side', level: 'order.levels', levels: 'order.levels' } as const;
const isFilled = (id: string): id is keyof typeof FILLED => Object.hasOwn(FILLED, id);

/**
 * The values that fields named `side`, `level`, and `levels` start with in a note from an order, as far as they are among their options.
 * A field for one option stays as it is if the order has several.
 */
export const orderDefaults = (content: TemplateContent, sources: SourceValues): FieldValues =>
  Object.fromEntries(
    fieldsOf(content).flatMap((field) => {
      const value = isFilled(field.id) ? startValue(field, valueTexts(sources[FILLED[field.id]])) : undefined;
      return value === undefined ? [] : [[field.id, value]];
    }),
  );

function startValue(field: TemplateField, texts: readonly string[]): FieldValue | undefined {
  const options = offeredValues(field) ?? [];
  const chosen = texts.flatMap((text) => options.find((option) => plain(option) === plain(text)) ?? []);
  if (field.type === 'checkbox') return chosen.length === 0 ? undefined : chosen;
  return texts.length === 1 ? chosen[0] : undefined;
}

/** People write "L4-L5", "L4 – L5", and "l4-l5". */
const plain = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s*[-–—]\s*/gu, '-')
    .replaceAll(/\s+/gu, ' ')
    .toLowerCase();
