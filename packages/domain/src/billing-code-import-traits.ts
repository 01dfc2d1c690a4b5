import {
  MAX_UNIT_LENGTH,
  unitSizeProblem,
  validDayProblem,
  type CodeTraits,
  type TraitChange,
} from './billing-code-traits.ts';
import { BILATERAL_INDICATORS, LINE_TYPES } from './billing-line.ts';
import { isDateOnly, parseUsDate } from './date.ts';
import { characterCount, cleanSingleLine, hasControlCharacters } from './text.ts';

/** The cells of a row with traits. A missing or blank one leaves the value unchanged. */
export interface TraitCells {
  readonly lineType?: string | null | undefined;
  readonly bilateralIndicator?: string | null | undefined;
  readonly unitSize?: string | null | undefined;
  readonly unit?: string | null | undefined;
  readonly isBillable?: boolean | undefined;
  readonly validFrom?: string | null | undefined;
  readonly validTo?: string | null | undefined;
}

/** The cells of an unknown bilateral indicator and of a missing limit. A blank cell leaves the value unchanged. */
export const UNKNOWN_CELL = 'unknown';
export const NO_LIMIT_CELL = 'none';

const NUMBER = /^(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Reads the traits of a row, or why one of them is wrong. */
export function parseTraits(cells: TraitCells): TraitChange | { readonly trouble: string } {
  const lineType = parse(cells.lineType, (text) => LINE_TYPES.find((one) => one === text.toLowerCase()));
  if (lineType === undefined) return { trouble: `Line type must be one of: ${LINE_TYPES.join(', ')}` };
  const isUnknown = isCell(cells.bilateralIndicator, UNKNOWN_CELL);
  const indicator = isUnknown
    ? null
    : parse(cells.bilateralIndicator, (text) => BILATERAL_INDICATORS.find((one) => String(one) === text));
  if (indicator === undefined) return { trouble: 'Bilateral indicator must be 0, 1, 2, 3, 9 or unknown' };
  const [validFrom, validTo] = [cells.validFrom, cells.validTo].map((cell) => readDay(cell));
  if (validFrom?.trouble !== undefined) return { trouble: `Valid from: ${validFrom.trouble}` };
  if (validTo?.trouble !== undefined) return { trouble: `Valid to: ${validTo.trouble}` };
  const unitSize = parse(cells.unitSize, (text) => (NUMBER.test(text) ? Number(text) : 0)) ?? null;
  const sizeProblem = unitSize === null ? null : unitSizeProblem(unitSize);
  if (sizeProblem !== null) return { trouble: sizeProblem };
  const unit = cleanSingleLine(cells.unit ?? '') || null;
  if (characterCount(unit ?? '') > MAX_UNIT_LENGTH)
    return { trouble: `Unit can have at most ${MAX_UNIT_LENGTH} characters` };
  if (hasControlCharacters(unit ?? '')) return { trouble: 'Unit contains characters that are not allowed' };
  return {
    lineType: lineType ?? undefined,
    bilateralIndicator: isUnknown ? null : (indicator ?? undefined),
    unitSize: unitSize ?? undefined,
    unit: unit ?? undefined,
    isBillable: cells.isBillable,
    validFrom: validFrom?.day,
    validTo: validTo?.day,
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

const isCell = (cell: string | null | undefined, text: string) => (cell ?? '').trim().toLowerCase() === text;

/** A day as YYYY-MM-DD or MM/DD/YYYY, null for "none", undefined for a blank cell. */
function readDay(cell: string | null | undefined): {
  readonly day?: string | null;
  readonly trouble?: string;
} {
  const text = (cell ?? '').trim();
  if (text === '') return {};
  if (isCell(cell, NO_LIMIT_CELL)) return { day: null };
  const day = isDateOnly(text) ? text : (parseUsDate(text) ?? text);
  return validDayProblem(day) === null ? { day } : { trouble: 'enter a date such as 04/01/2024, or none' };
}
