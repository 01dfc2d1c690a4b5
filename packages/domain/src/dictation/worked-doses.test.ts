import { describe, expect, it } from 'vitest';
import { HCPCS_FILE } from '../billing-code-drugs.ts';
import { invalidOn } from '../billing-code-facts.ts';
import { FEE_SCHEDULE } from '../billing-code-fees.ts';
import { defaultCodeTraits } from '../billing-code-traits.ts';
import type { FieldDose } from '../template/content.ts';
import { evaluateTemplate } from '../template/evaluate.ts';
import { contentOf, type FieldDraft } from '../template/test/content-of.ts';
import { lineUnits, type CountRange } from '../template/units.ts';

/** The sources of the cases, each with the day on which it was looked up. */
const SOURCES = {
  /** Units and dates of drug codes. */
  hcpcs: `${HCPCS_FILE.name}, ${HCPCS_FILE.lookedUp}`,
  /** Chapter 17, section 10: the multiple of the code’s unit that was given, rounded up. */
  rounding: 'CMS, Medicare Claims Processing Manual, chapter 17, section 10, 2026-11-26',
  /** The table of times: 10 to 22, 23 to 37, 38 to 52 minutes. */
  sedation:
    'AMA, CPT 2017 changes, Moderate Sedation, table of times, as quoted by practice publications, 2026-11-26',
  /** 99153 has PC/TC indicator 3, so a physician does not bill it in a facility. */
  facility: 'Palmetto GBA, Moderate Sedation Services (CMS Change Request 9780), 2026-11-26',
  indicators: `${FEE_SCHEDULE.name}, ${FEE_SCHEDULE.lookedUp}`,
} as const;
type Source = keyof typeof SOURCES;

const SIDE: FieldDraft = {
  id: 'side',
  label: 'Side',
  type: 'radio',
  options: ['Left', 'Right', 'Bilateral'],
};
const LEVEL: FieldDraft = {
  id: 'level',
  label: 'Level',
  type: 'checkbox',
  options: ['L3-L4', 'L4-L5', 'L5-S1'],
};

const unitsOf = (
  code: string,
  {
    field,
    count = null,
    entered,
  }: { field: FieldDraft; count?: CountRange | null; entered: Record<string, string | string[]> },
): number | null =>
  lineUnits(
    { ...defaultCodeTraits('CPT', code, false), doseFieldId: field.id, count },
    evaluateTemplate(contentOf(SIDE, LEVEL, field), { entered }),
  )?.units ?? null;

/** Code, dose as typed, side, levels, units (null: not known), source. */
const TYPED: readonly (readonly [string, string, string, readonly string[], number | null, Source])[] = [
  ['J3301', 'Triamcinolone 40 mg', 'Left', [], 4, 'hcpcs'],
  ['J3301', 'Triamcinolone 45 mg', 'Left', [], 5, 'rounding'],
  ['J3301', '40 mg x 2', 'Left', [], null, 'rounding'],
  ['J3301', '40 mg/mL', 'Left', [], null, 'rounding'],
  ['J3301', '40 mg each side', 'Bilateral', [], 8, 'rounding'],
  ['J3301', 'Triamcinolone 40 mg', 'Bilateral', [], null, 'rounding'],
  ['J3301', 'Triamcinolone 40 mg in total', 'Bilateral', [], 4, 'rounding'],
  ['J1010', 'Methylprednisolone 80 mg', 'Left', [], 80, 'hcpcs'],
  ['J1010', '40 mg at each level', 'Left', ['L4-L5', 'L5-S1'], 80, 'rounding'],
  ['J1100', 'Dexamethasone 10 mg', 'Left', ['L4-L5', 'L5-S1'], null, 'rounding'],
  ['J1100', 'Dexamethasone 9.5 mg', 'Left', [], 10, 'rounding'],
  ['J0702', 'Betamethasone 6 mg', 'Left', [], 1, 'hcpcs'],
  ['J0702', 'Betamethasone 12 mg', 'Left', [], 2, 'hcpcs'],
  ['J1171', 'Hydromorphone 1 mg', 'Left', [], 10, 'hcpcs'],
  ['J2003', 'Lidocaine 50 mg', 'Left', [], 50, 'hcpcs'],
  ['J2312', 'Naloxone 0.4 mg', 'Left', [], 40, 'hcpcs'],
  ['J0165', 'Epinephrine 0.3 mg', 'Left', [], 3, 'hcpcs'],
  ['J3010', 'Fentanyl 50 mcg', 'Left', [], 1, 'rounding'],
  ['J2919', 'Solu-Medrol 40 mg', 'Left', [], 8, 'hcpcs'],
];

/** Code, amount in milligrams, what it is for, side, levels, units, source. */
const DATA: readonly (readonly [
  string,
  number,
  FieldDose['per'],
  string,
  readonly string[],
  number,
  Source,
])[] = [
  ['J3301', 40, 'note', 'Bilateral', [], 4, 'rounding'],
  ['J3301', 40, 'joint', 'Bilateral', [], 8, 'rounding'],
  ['J3301', 40, 'joint', 'Left', [], 4, 'rounding'],
  ['J3301', 15, 'side', 'Bilateral', [], 3, 'rounding'],
  ['J3301', 5, 'level', 'Left', ['L3-L4', 'L4-L5', 'L5-S1'], 2, 'rounding'],
  ['J1100', 4, 'level', 'Bilateral', ['L4-L5', 'L5-S1'], 16, 'rounding'],
  ['J1010', 40, 'side', 'Bilateral', [], 80, 'hcpcs'],
];

/** Minutes, units of 99152 and of 99153 (null: not billed), source. In a facility, rules leave 99153 out. */
const SEDATION: readonly (readonly [string, number | null, number | null, Source])[] = [
  ['5', null, null, 'sedation'],
  ['9', null, null, 'sedation'],
  ['10', 1, null, 'sedation'],
  ['22', 1, null, 'sedation'],
  ['23', 1, 1, 'sedation'],
  ['37', 1, 1, 'sedation'],
  ['38', 1, 2, 'sedation'],
  ['52', 1, 2, 'sedation'],
  ['53', 1, 3, 'sedation'],
  ['67', 1, 3, 'sedation'],
  ['68', 1, 4, 'facility'],
];

/** Code, day, and what the portal says about it (null: valid), source. */
const DATES: readonly (readonly [string, string, string | null, Source])[] = [
  ['J1040', '2024-03-31', null, 'hcpcs'],
  ['J1040', '2024-04-01', 'Ended 03/31/2024. Use J1010.', 'hcpcs'],
  ['J1030', '2026-11-26', 'Ended 03/31/2024. Use J1010.', 'hcpcs'],
  ['J1010', '2024-03-31', 'Not valid before 04/01/2024', 'hcpcs'],
  ['J1010', '2026-11-26', null, 'hcpcs'],
  ['J1170', '2024-10-01', 'Ended 09/30/2024. Use J1171.', 'hcpcs'],
  ['J2001', '2024-10-01', 'Ended 09/30/2024. Use J2003.', 'hcpcs'],
  ['J2400', '2023-01-01', 'Ended 12/31/2022. Use J2401.', 'hcpcs'],
  ['J0171', '2025-07-01', 'Ended 06/30/2025. Use J0165.', 'hcpcs'],
  ['J2310', '2025-06-30', null, 'hcpcs'],
  ['64612', '2026-11-26', null, 'indicators'],
  ['62263', '2026-11-26', null, 'indicators'],
];

describe('worked cases of doses, sedation and dates', () => {
  it.each(TYPED)('%s for "%s", %s, %j: %s units', (code, dose, side, level, units) => {
    const field = { id: 'drug', label: 'Drug' };
    expect(unitsOf(code, { field, entered: { drug: dose, side, level: [...level] } })).toBe(units);
  });

  it.each(DATA)('%s, %d mg per %s, %s, %j: %d units', (code, amount, per, side, level, units) => {
    const dose = { per, amounts: [{ option: 'A', amount, unit: 'mg' }] };
    const field = { id: 'drug', label: 'Drug', type: 'select', options: ['A'], dose };
    expect(unitsOf(code, { field, entered: { drug: 'A', side, level: [...level] } })).toBe(units);
  });

  it.each(SEDATION)('%s minutes of sedation: 99152 × %s, 99153 × %s', (minutes, first, further) => {
    const field = { id: 'minutes', label: 'Minutes' };
    const units = (code: string, count: CountRange) => unitsOf(code, { field, count, entered: { minutes } });
    expect(units('99152', { from: 10, to: null, step: null })).toBe(first);
    expect(units('99153', { from: 23, to: null, step: 15 })).toBe(further);
  });

  it.each(DATES)('%s on %s: %s', (code, day, problem) => {
    expect(invalidOn({ code, ...defaultCodeTraits('CPT', code, false) }, day)).toBe(problem);
  });

  it('are at least 45, each with a source and the day it was looked up', () => {
    const all = [...TYPED, ...DATA, ...SEDATION, ...DATES];
    expect(all.length).toBeGreaterThanOrEqual(45);
    const known: ReadonlyMap<unknown, string> = new Map(Object.entries(SOURCES));
    for (const one of all) expect(known.get(one.at(-1))).toMatch(/, \d{4}-\d{2}-\d{2}$/u);
  });
});
