import type { CodeType } from '../billing-code.ts';
import { acceptsLaterality, isLaterality, type LineTraits } from '../billing-line.ts';
import { splitModifiers } from '../template/billing.ts';

/** The modifier for a distinct service, and the one for a separate structure that Medicare prefers. */
export const SEPARATE_SITE_MODIFIERS = ['59', 'XS'] as const;
const DISTINCT: ReadonlySet<string> = new Set(['59', 'XE', 'XP', 'XS', 'XU']);

/** Injections and ablations of one kind, with their add-on codes. */
const FAMILIES: readonly (readonly [first: number, last: number])[] = [
  [20_526, 20_551],
  [20_552, 20_553],
  [20_600, 20_611],
  [27_096, 27_096],
  [62_320, 62_327],
  [64_400, 64_455],
  [64_461, 64_463],
  [64_479, 64_484],
  [64_490, 64_495],
  [64_505, 64_530],
  [64_624, 64_625],
  [64_633, 64_636],
];

const familyOf = (code: string): number => {
  const number = /^\d{5}$/u.test(code) ? Number(code) : 0;
  return FAMILIES.findIndex(([first, last]) => first <= number && number <= last);
};

/**
 * The injection of another kind that comes before this line, if payers may count this one as part of it; undefined for a line that
 * says already that it is distinct. Source: CMS, NCCI Policy Manual, chapter I, section E: 59 or XS only for a separate site.
 */
export function includedIn<Line extends { readonly code: string }>(
  line: Line,
  modifiers: readonly string[],
  lines: readonly Line[],
): Line | undefined {
  const family = familyOf(line.code);
  if (family === -1 || modifiers.some((modifier) => DISTINCT.has(modifier))) return undefined;
  const at = lines.indexOf(line);
  return lines.slice(0, Math.max(0, at)).find(({ code }) => ![-1, family].includes(familyOf(code)));
}

/** For the amount of a drug that was discarded. Source: CMS, Medicare Claims Processing Manual, chapter 17, section 40. */
const DISCARDED_DRUG = 'JW';
const SEPARATE: ReadonlySet<string> = new Set([...DISTINCT, DISCARDED_DRUG, '76', '77']);

/**
 * Modifiers to offer on a line whose code an earlier line has: the other side, 59 or XS for another site, JW for what was discarded
 * of a drug. None for a line that differs already.
 */
export function distinguishingModifiers<
  Line extends { readonly code: string; readonly codeType: CodeType; readonly modifiers: string },
>(line: Line, traits: LineTraits, lines: readonly Line[]): readonly string[] {
  const earlier = lines.slice(0, Math.max(0, lines.indexOf(line))).find(({ code }) => code === line.code);
  if (earlier === undefined) return [];
  const own = splitModifiers(line.modifiers);
  const others = splitModifiers(earlier.modifiers);
  if (
    own.some((modifier) => !others.includes(modifier) && (SEPARATE.has(modifier) || isLaterality(modifier)))
  )
    return [];
  if (traits.lineType === 'drug') return [DISCARDED_DRUG];
  // A code of another type can be one that only the practice knows.
  const isUnknown = traits.lineType === 'other';
  if (!isUnknown && traits.lineType !== 'procedure' && traits.lineType !== 'imaging') return [];
  const isSided = (isUnknown || acceptsLaterality(traits)) && !own.some(isLaterality);
  const sides = isSided ? ['LT', 'RT'] : [];
  return [
    ...(others.includes('50') ? [] : sides.filter((side) => !others.includes(side))),
    ...SEPARATE_SITE_MODIFIERS,
  ];
}
