import { describe, expect, it } from 'vitest';
import { contentOf } from '../template/test/content-of.ts';
import type { FieldValues } from '../template/value.ts';
import { checkedDictation, checkedLine, IN_CATALOG } from './checks/test/checked-dictation.ts';
import { findingsOf, type CheckedDictation } from './signing-checks.ts';

const LEVELS = ['L2-L3', 'L3-L4', 'L4-L5', 'L5-S1', 'S1'];
const content = contentOf(
  { id: 'side', type: 'radio', options: ['Left', 'Right', 'Bilateral', 'Midline'] },
  { id: 'approach' },
  { id: 'level', type: 'checkbox', options: LEVELS },
  { id: 'first_joint' },
  { id: 'second_level', type: 'select', options: ['None', ...LEVELS] },
  { id: 'sedation', type: 'radio', options: ['None', 'Oral anxiolytic', 'Moderate IV'] },
  { id: 'steroid' },
  { id: 'points', label: 'Trigger points' },
  { id: 'note', type: 'textarea' },
);

/** Where the rule of a case comes from. */
const SOURCES = {
  manual12: 'CMS, Medicare Claims Processing Manual, chapter 12, section 40.7',
  manual17: 'CMS, Medicare Claims Processing Manual, chapter 17, section 10',
  bilateral: 'CMS, Physician Fee Schedule Relative Value File 2025, October release, column BILAT SURG',
  addOns: 'CMS, Medicare NCCI Add-on Code Edits, 2024-04-01',
  pairs: 'CMS, Medicare NCCI Procedure-to-Procedure Edits for practitioners, 2024-07-01',
  units: 'CMS, Medicare NCCI Medically Unlikely Edits for practitioners, 2024-07-01',
  policy1: 'CMS, NCCI Policy Manual, chapter I, section D',
  facets: 'CMS, Billing and Coding article A57787, facet joints',
  epidurals: 'CMS, Billing and Coding article A58745, epidurals',
  modifiers: 'CPT Appendix A and CMS HCPCS Level II modifiers, June 2024',
  headings: 'ICD-10-CM Official Guidelines, section I.B.2',
  sedation: 'The note itself: what it denies cannot be billed',
} as const;

interface CheckCase {
  readonly what: string;
  /** Lines as "64483-50-LT*2". */
  readonly lines: string;
  readonly note?: FieldValues;
  readonly change?: Partial<CheckedDictation>;
  /** Checks with the line that they are about: "oneSided50 64483"; "" for none. */
  readonly found: string;
  readonly source: keyof typeof SOURCES;
  /** YYYY-MM-DD. */
  readonly lookedUp: string;
}
const DAY = '2026-11-26';
const given =
  (source: CheckCase['source']) =>
  (
    what: string,
    lines: string,
    note: FieldValues,
    found: string,
    change: Partial<CheckedDictation> = {},
  ): CheckCase => ({ what, lines, note, found, change, source, lookedUp: DAY });
const manual12 = given('manual12');
const bilateral = given('bilateral');
const addOns = given('addOns');
const pairs = given('pairs');
const units = given('units');
const policy1 = given('policy1');
const facets = given('facets');
const epidurals = given('epidurals');
const modifiers = given('modifiers');
const doses = given('manual17');
const LEFT = { side: 'Left' };
const other = (text: string) => {
  const { code, modifiers: all, lineType } = checkedLine(text);
  return { otherLines: [{ code, modifiers: all, lineType, units: 1, providerId: null }] };
};

const CASES: readonly CheckCase[] = [
  // The side.
  manual12('50 on a left transforaminal', '64483-50', LEFT, 'oneSided50 64483'),
  manual12('LT on a left transforaminal', '64483-LT', LEFT, ''),
  manual12('50 on a right knee', '20610-50', { side: 'Right' }, 'oneSided50 20610'),
  manual12('50 and 52 on a left ablation', '64635-50-52', LEFT, 'oneSided50 64635'),
  manual12('50 on both sides', '64483-50', { side: 'Bilateral' }, ''),
  manual12('50 in a note without a side', '64483-50', {}, ''),
  manual12('RT on a left note', '64483-RT', LEFT, 'sideOfLine 64483'),
  manual12('RT for another site on a left note', '20610-LT, 20610-59-RT', LEFT, ''),
  manual12('LT only on a bilateral note', '64493-LT', { side: 'Bilateral' }, 'sideOfLine 64493'),
  manual12('LT and RT lines on a bilateral note', '64493-LT, 64493-RT', { side: 'Bilateral' }, ''),
  manual12('LT on a midline note', '64483-LT', { side: 'Midline' }, 'sideOfLine 64483'),
  manual12('50 and LT on one line', '64483-50-LT', LEFT, 'modifier50WithSide 64483'),
  // The bilateral indicator.
  bilateral('50 on trigger points (0)', '20552-50', { side: 'Bilateral' }, 'bilateralCode 20552'),
  bilateral('50 on migraine chemodenervation (2)', '64615-50', { side: 'Bilateral' }, 'bilateralCode 64615'),
  bilateral('50 on sedation (9)', '99152-50', { side: 'Bilateral' }, 'bilateralCode 99152'),
  bilateral('50 on a sacroiliac joint (1)', '27096-50', { side: 'Bilateral' }, ''),
  bilateral('50 on an interlaminar epidural', '62323-50', { side: 'Bilateral' }, 'bilateralCode 62323'),
  // Add-on codes.
  addOns('64484 alone', '64484-LT', LEFT, 'addOnCode 64484'),
  addOns('64484 with 64483', '64483-LT, 64484-LT', LEFT, ''),
  addOns('64494 with the cervical 64490', '64490-LT, 64494-LT', LEFT, ''),
  addOns('64495 with 64490', '64490-LT, 64495-LT', LEFT, 'addOnCode 64495'),
  addOns('64636 with the cervical 64633', '64633-LT, 64636-LT', LEFT, 'addOnCode 64636'),
  addOns('99153 without 99152', '64483-LT, 99153', LEFT, 'addOnCode 99153'),
  addOns('99153 with 99152', '64483-LT, 99152, 99153', LEFT, ''),
  addOns('64484 with 64483 in another dictation of the day', '64484-LT', LEFT, '', other('64483-LT')),
  addOns('22512 with 22511', '22511, 22512', {}, ''),
  // Guidance.
  pairs('77003 with an epidural with imaging', '62323, 77003', {}, 'includedGuidance 77003'),
  pairs('77003 with a transforaminal', '64483-LT, 77003', LEFT, 'includedGuidance 77003'),
  pairs('77003 with a facet joint', '64493-LT, 77003', LEFT, 'includedGuidance 77003'),
  pairs('77003 with an ablation', '64635-LT, 77003', LEFT, 'includedGuidance 77003'),
  pairs('77003 with a sacroiliac joint', '27096-LT, 77003', LEFT, 'includedGuidance 77003'),
  pairs('77003 for another site', '64483-LT, 77003-59', LEFT, ''),
  pairs('77002 with genicular nerves', '64454-LT, 77002', LEFT, 'includedGuidance 77002'),
  pairs('77002 with sacroiliac nerves', '64451-LT, 77002', LEFT, 'includedGuidance 77002'),
  pairs('77002 with a knee', '20610-LT, 77002', LEFT, ''),
  pairs('76942 with a knee', '20610-LT, 76942', LEFT, 'includedGuidance 76942'),
  pairs('76942 with an occipital nerve', '64405-LT, 76942', LEFT, ''),
  pairs('77003 with a sympathetic block', '64520-LT, 77003', LEFT, ''),
  // Codes that exclude each other.
  pairs('20552 and 20553', '20552, 20553', {}, 'exclusiveCodes 20552'),
  pairs('20552 and 20553, even with 59', '20552-59, 20553', {}, 'exclusiveCodes 20552'),
  pairs('20610 and 20611 of one knee', '20610-LT, 20611-LT', LEFT, 'exclusiveCodes 20610'),
  pairs('20610 and 20611 of two knees', '20610-LT, 20611-RT', { side: 'Bilateral' }, ''),
  pairs('20610 for another joint', '20610-59-LT, 20611-LT', LEFT, ''),
  pairs('62322 and 62323', '62322, 62323', {}, 'exclusiveCodes 62322'),
  pairs('20560 and 20561', '20560, 20561', {}, 'exclusiveCodes 20560'),
  // Visits.
  policy1('a visit with a procedure', '99213, 20610-LT', LEFT, 'visit25 99213'),
  policy1('a visit with 25', '99213-25, 20610-LT', LEFT, ''),
  policy1('a visit with 57', '99214-57, 63655', {}, ''),
  policy1('a visit alone', '99213', {}, ''),
  policy1('a visit with a drug only', '99213, J1885*2', { note: 'Ketorolac 30 mg' }, ''),
  policy1('a visit on the day of another dictation', '99213', {}, 'visit25 99213', other('64483-LT')),
  policy1('a visit with 25 on that day', '99213-25', {}, '', other('64483-LT')),
  policy1('a procedure on the day of a visit', '64483-LT', LEFT, 'visit25 64483', other('99213')),
  // Levels.
  epidurals(
    'three levels with one add-on',
    '64483-LT, 64484-LT',
    { ...LEFT, level: ['L2-L3', 'L3-L4', 'L4-L5'] },
    'levelCodes 64483',
  ),
  epidurals('two levels with one add-on', '64483-LT, 64484-LT', { ...LEFT, level: ['L4-L5', 'L5-S1'] }, ''),
  epidurals(
    'two levels on both sides as lines',
    '64483-LT, 64483-RT, 64484-LT, 64484-RT',
    { side: 'Bilateral', level: ['L4-L5', 'L5-S1'] },
    '',
  ),
  epidurals(
    'one level with an add-on',
    '64483-LT, 64484-LT',
    { ...LEFT, level: ['L4-L5'] },
    'levelCodes 64484',
  ),
  facets(
    'the same joint twice',
    '64493-LT, 64494-LT',
    { ...LEFT, level: ['L4-L5'], second_level: 'L4-L5' },
    'levelCodes 64494',
  ),
  facets('two joints', '64493-LT, 64494-LT', { ...LEFT, level: ['L4-L5'], second_level: 'L5-S1' }, ''),
  facets(
    'four joints with two add-ons, which is the most',
    '64493-LT, 64494-LT, 64495-LT',
    { ...LEFT, level: ['L2-L3', 'L3-L4', 'L4-L5', 'L5-S1'] },
    '',
  ),
  // Units.
  units('J3301 above its limit', 'J3301*17', { steroid: 'Triamcinolone 170 mg' }, 'manyUnits J3301'),
  units('J1010 at 80 units', 'J1010*80', { steroid: 'Methylprednisolone 80 mg' }, ''),
  units('J0585 at 155 units', 'J0585*155', { note: 'OnabotulinumtoxinA 155 units' }, ''),
  units('J1100 at 10 units', 'J1100*10', { steroid: 'Dexamethasone 10 mg' }, ''),
  units('64483 twice on a line', '64483-LT*2', LEFT, 'manyUnits 64483'),
  units('64484 twice', '64483-LT, 64484-LT*2', LEFT, ''),
  // The drug of the note.
  doses('J1100 for triamcinolone', 'J1100*40', { steroid: 'Triamcinolone 40 mg' }, 'drugOfNote J1100'),
  doses(
    'J1040 for triamcinolone, after its last day',
    'J1040',
    { steroid: 'Triamcinolone 40 mg' },
    'drugOfNote J1040; codeDates J1040',
  ),
  doses(
    'twice the dose of a left note',
    'J3301*8',
    { ...LEFT, steroid: 'Triamcinolone 40 mg' },
    'drugOfNote J3301',
  ),
  doses('the dose on each side', 'J3301*8', { side: 'Bilateral', steroid: 'Triamcinolone 40 mg' }, ''),
  doses('40 mg x 2', 'J3301*8', { ...LEFT, steroid: 'Triamcinolone 40 mg x 2' }, ''),
  doses('a dose at each of five points', 'J3301*2', { points: '5', steroid: 'triamcinolone 4 mg' }, ''),
  doses('a concentration is no dose', 'J3301*8', { ...LEFT, steroid: 'triamcinolone 40 mg/mL, 80 mg' }, ''),
  doses(
    'what was discarded is a line of its own',
    'J3301*4, J3301-JW*1',
    { steroid: 'Triamcinolone 40 mg' },
    '',
  ),
  doses(
    '20 units for 40 mg',
    'J3301*20',
    { steroid: 'Triamcinolone 40 mg' },
    'drugOfNote J3301; manyUnits J3301',
  ),
  // Modifiers.
  modifiers('XX and ZZZ', '20610-XX-ZZZ-LT', LEFT, 'unknownModifier 20610'),
  modifiers('59, XS, JW, KX and 25', '20610-59-LT, 64493-XS-KX-LT, 99213-25', LEFT, ''),
  // Sedation and headings.
  given('sedation')(
    '99152 without sedation',
    '64483-LT, 99152',
    { ...LEFT, sedation: 'None' },
    'sedation 99152',
  ),
  given('sedation')('99152 with sedation', '64483-LT, 99152', { ...LEFT, sedation: 'Moderate IV' }, ''),
  given('headings')('M17 that the catalog knows by its children', 'M17', {}, 'unknownCode M17', {
    lines: [checkedLine('M17', { catalog: { ...IN_CATALOG, status: 'missing', longerCode: 'M17.11' } })],
  }),
];

const foundIn = ({ lines, note = {}, change = {} }: CheckCase): string =>
  findingsOf(
    checkedDictation(
      { content, entered: note },
      { lines: lines.split(', ').map((text) => checkedLine(text)), ...change },
    ),
  )
    .filter(({ check }) => check !== 'dose')
    .map(({ check, code }) => `${check} ${code}`)
    .join('; ');

describe('worked cases of the checks before signing', () => {
  it.each(CASES)('$what: $found', (each) => {
    expect(foundIn(each)).toBe(each.found);
  });

  it('are at least 50, each with its source and the day it was looked up', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(50);
    expect(new Set(CASES.map(({ what }) => what)).size).toBe(CASES.length);
    for (const { source, lookedUp } of CASES) {
      expect(SOURCES[source]).not.toBe('');
      expect(lookedUp).toMatch(/^2026-\d\d-\d\d$/u);
    }
  });
});
