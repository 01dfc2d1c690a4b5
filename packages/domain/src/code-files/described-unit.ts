import { unitFactor } from '../template/dose-text.ts';
import type { UnitSize } from '../template/units.ts';

const AMOUNT = /(?<![\d.,/–-])(\d[\d,]*(?:\.\d+)?)\s?(mcg|mg|gm|g|ml|units?)\b(?!\/)/giu;
const SPELLED: Readonly<Record<string, string>> = { ml: 'mL', unit: 'units', gm: 'g' };

/**
 * How much one unit is, if the description of a drug ends with the only amount that it names, such as "…, per 15 mg". Null for anything
 * else, such as a mixture.
 */
export function describedUnit(
  description: string,
): { readonly unitSize: number; readonly unit: string } | null {
  const [only, ...others] = [...description.trim().matchAll(AMOUNT)];
  if (only === undefined || others.length > 0 || !description.trim().endsWith(only[0])) return null;
  const [, number = '', unit = ''] = only;
  const lower = unit.toLowerCase();
  return { unitSize: Number(number.replaceAll(',', '')), unit: SPELLED[lower] ?? lower };
}

/** Whether both are the same amount, such as 1000 mcg and 1 mg. */
export function isSameSize(one: UnitSize, other: UnitSize): boolean {
  if (one.unitSize === null || one.unit === null || other.unitSize === null || other.unit === null)
    return one.unitSize === other.unitSize && one.unit === other.unit;
  const factor = unitFactor(one.unit, other.unit);
  return factor !== null && Number((one.unitSize * factor).toFixed(6)) === other.unitSize;
}
