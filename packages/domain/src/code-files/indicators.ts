/**
 * What the indicators of the files mean, in our words. Source: CMS, Medicare Claims Processing Manual, chapter 23, addendum (fields of the
 * physician fee schedule database), as Medicare contractors publish it (First Coast, "Medicare physician fee schedule payment policy
 * indicators"), and the HCPCS contractor record layout for coverage; looked up on 2026-11-28.
 */
type Meanings = Readonly<Record<string, string>>;

/** Says what a code "is for Medicare". */
export const STATUS_MEANINGS: Meanings = {
  A: 'paid separately',
  B: 'paid only as part of other services',
  C: 'priced by the contractor',
  D: 'deleted',
  E: 'paid under other rules than the fee schedule',
  F: 'deleted',
  G: 'replaced by another code',
  I: 'replaced by another code',
  J: 'an anesthesia service',
  M: 'for reporting only',
  N: 'not covered',
  P: 'paid only as part of other services',
  Q: 'for reporting only',
  R: 'covered in special cases',
  T: 'paid only if nothing else of the day is',
  X: 'not part of the fee schedule by law',
};

export const COVERAGE_MEANINGS: Meanings = {
  C: 'the contractor decides',
  D: 'special instructions apply',
  I: 'not payable by Medicare',
  M: 'not covered by Medicare',
  S: 'not covered by law',
};

export const GLOBAL_MEANINGS: Meanings = {
  '000': 'minor procedure, visits of the day included',
  '010': 'minor procedure, 10 days after it included',
  '090': 'major procedure, the day before and 90 days after it included',
  MMM: 'maternity',
  XXX: 'does not apply',
  YYY: 'the contractor decides',
  ZZZ: 'part of another service',
};

export const PC_TC_MEANINGS: Meanings = {
  0: 'physician service, 26 and TC do not apply',
  1: 'diagnostic test, 26 and TC apply',
  2: 'professional component only',
  3: 'technical component only',
  4: 'both components only',
  5: 'incident to a physician service',
  6: 'laboratory interpretation',
  7: 'therapy, not paid to some providers',
  8: 'interpretation for inpatients',
  9: 'does not apply',
};

export const MULTIPLE_MEANINGS: Meanings = {
  0: 'no reduction',
  1: 'reduced by the rules before 1996',
  2: 'reduced as a further procedure',
  3: 'reduced as a further endoscopy',
  4: 'reduced as further imaging',
  5: 'reduced as further therapy',
  6: 'reduced as a further cardiovascular test',
  7: 'reduced as a further eye test',
  9: 'does not apply',
};

export const ASSISTANT_MEANINGS: Meanings = {
  0: 'paid if documentation shows the need',
  1: 'not paid',
  2: 'paid',
  9: 'does not apply',
};

export const SURGEONS_MEANINGS: Meanings = {
  0: 'not paid',
  1: 'paid if documentation shows the need',
  2: 'paid',
  9: 'does not apply',
};

/** "B – paid only as part of other services"; the indicator alone if its meaning is not known. */
export const indicatorText = (indicator: string, meanings: Meanings): string =>
  meanings[indicator] === undefined ? indicator : `${indicator} – ${meanings[indicator]}`;
