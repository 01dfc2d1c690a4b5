import {
  MAX_UNIT_LENGTH,
  unitSizeProblem,
  type CodeTraits,
  type TraitChange,
} from './billing-code-traits.ts';
import { BILATERAL_INDICATORS, LINE_TYPES } from './billing-line.ts';
import { characterCount, cleanSingleLine, hasControlCharacters } from './text.ts';

/** The cells of a row with traits. A missing or blank one leaves the value unchanged. */
export interface TraitCells {
  readonly lineType?: string | null | undefined;
  readonly bilateralIndicator?: string | null | undefined;
  readonly unitSize?: string | null | undefined;
  readonly unit?: string | null | undefined;
  readonly isBillable?: boolean | undefined;
}

const NUMBER = /^(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Reads the traits of a row, or why one of them is wrong. */
export function parseTraits(cells: TraitCells): TraitChange | { readonly trouble: string } {
  const lineType = parse(cells.lineType, (text) => LINE_TYPES.find((one) => one === text.toLowerCase()));
  if (lineType === undefined) return { trouble: `Line type must be one of: ${LINE_TYPES.join(', ')}` };
  const indicator = parse(cells.bilateralIndicator, (text) =>
    BILATERAL_INDICATORS.find((one) => String(one) === text),
  );
  if (indicator === undefined) return { trouble: 'Bilateral indicator must be 0, 1, 2, 3 or 9' };
  const unitSize = parse(cells.unitSize, (text) => (NUMBER.test(text) ? Number(text) : 0)) ?? null;
  const sizeProblem = unitSize === null ? null : unitSizeProblem(unitSize);
  if (sizeProblem !== null) return { trouble: sizeProblem };
  const unit = cleanSingleLine(cells.unit ?? '') || null;
  if (characterCount(unit ?? '') > MAX_UNIT_LENGTH)
    return { trouble: `Unit can have at most ${MAX_UNIT_LENGTH} characters` };
  if (hasControlCharacters(unit ?? '')) return { trouble: 'Unit contains characters that are not allowed' };
  return {
    lineType: lineType ?? undefined,
    bilateralIndicator: indicator ?? undefined,
    unitSize: unitSize ?? undefined,
    unit: unit ?? undefined,
    isBillable: cells.isBillable,
  };
}

/** Null for a blank or missing cell, undefined for a wrong one. */
function parse<T extends CodeTraits[keyof CodeTraits]>(
  cell: string | null | undefined,
  read: (text: string) => T | undefined,
): T | null | undefined {
  const text = (cell ?? '').trim();
  return text === '' ? null : read(text);
}
