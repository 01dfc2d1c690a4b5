/** The side of a diagnosis, from its description or its code. */
export type DiagnosisSide = 'left' | 'right';

/**
 * Codes whose last character before any extension is 1 for the right side and 2 for the left one: arthritis and joint disorders,
 * hip and knee osteoarthritis, soft tissue, limb pain, sciatica, and mononeuropathies of the limbs. Source: CMS and NCHS, ICD-10-CM
 * Tabular List.
 */
const WITH_SIDE = [
  /^M(?:0[0-9]|1[0-4]|18|19|2[0-5])\.[0-9A-Z][0-9A-Z]([12])$/u,
  /^M1[67]\.[0-9A-Z]([12])$/u,
  /^M54\.[34]([12])$/u,
  /^M(?:70\.[1-7]|75\.[02-589]|76\.[0-7]|77\.[0-5])([12])$/u,
  /^M7[01356]\.[0-9A-Z][0-9A-Z]([12])$/u,
  /^M79\.6[0-9A-Z]([12])$/u,
  /^G5[67]\.[0-9A-Z]([12])$/u,
];

/** The side that a diagnosis names; null for one without a side, and for one that names both. */
export function sideOfDiagnosis(code: string, description: string): DiagnosisSide | null {
  const words = new Set(description.toLowerCase().match(/[a-z]+/gu) ?? []);
  if (words.has('bilateral')) return null;
  if (words.has('right') !== words.has('left')) return words.has('right') ? 'right' : 'left';
  if (words.has('right')) return null;
  const digit = WITH_SIDE.map((pattern) => pattern.exec(code)?.[1]).find((found) => found !== undefined);
  return digit === undefined ? null : digit === '1' ? 'right' : 'left';
}
