import type { CheckedLine } from '../checked.ts';

/** Where the rule of a case comes from. */
export const SOURCES = {
  hcpcs:
    'CMS, HCPCS Level II, April 2026 (HCPC2026_APR_ANWEB): dates of the codes; the last day is inclusive',
  status: 'CMS, Medicare Claims Processing Manual, chapter 23, addendum: status codes of the fee schedule',
  icd10: 'ICD-10-CM Official Guidelines, section I.B.2: codes are used at their full length',
  bilateral:
    'CMS, Medicare Claims Processing Manual, chapter 12, section 40.7, and RVU26B, column BILAT SURG',
  mue: 'CMS, NCCI Policy Manual for Medicare, chapter I, section V, and MLN Matters SE1422: unit limits',
  pairs: 'CMS, NCCI Policy Manual for Medicare, chapter I, section E: modifier indicators and modifiers',
  either: 'CMS, Change Request 11168: 59 and the X modifiers on either code since 2019-07-01',
  addOns: 'CMS, Medicare NCCI Add-on Code Edits: types 1, 2 and 3, same practitioner, patient and day',
  visits: 'CMS, NCCI Policy Manual for Medicare, chapter I, section D: visits on the day of a procedure',
} as const;
/** When the sources were looked up. */
export const LOOKED_UP = '2026-11-28';

export interface CodeCase {
  readonly source: keyof typeof SOURCES;
  readonly what: string;
  /** Lines as "64483-50-LT*2". */
  readonly lines: string;
  /** Checks with the line that they are about: "codeDates J1030"; "" for none. */
  readonly found: string;
  /** The procedure date, YYYY-MM-DD. */
  readonly day?: string;
  /** Lines of the provider's other dictation of the day. */
  readonly other?: string;
  /** Lines of a colleague's dictation of the day. */
  readonly colleague?: string;
  readonly side?: string;
  /** What the catalog says about all lines. */
  readonly catalog?: Partial<CheckedLine>;
  /** A part of the first message. */
  readonly says?: string;
}
type More = Omit<CodeCase, 'source' | 'what' | 'lines' | 'found'>;

const given =
  (source: CodeCase['source']) =>
  (what: string, lines: string, found: string, more: More = {}): CodeCase => ({
    source,
    what,
    lines,
    found,
    ...more,
  });
const hcpcs = given('hcpcs');
const status = given('status');
const icd10 = given('icd10');
const bilateral = given('bilateral');
const mue = given('mue');
const pairs = given('pairs');
const either = given('either');
const addOns = given('addOns');
const visits = given('visits');
const on = (day: string): More => ({ day });
const ENDED = '2027-02-01';
const JULY = '2026-08-10';

/** Codes, days, pairs and units with what the made files (`made-files.ts`) find. */
export const CODE_CASES: readonly CodeCase[] = [
  // Days of drugs.
  hcpcs('J1030 on its last day', 'J1030', '', on('2024-03-31')),
  hcpcs('J1030 a day later', 'J1030', 'codeDates J1030', {
    day: '2024-04-01',
    says: 'Ended 03/31/2024. Use J1010.',
  }),
  hcpcs('J1040 on its last day', 'J1040', '', on('2024-03-31')),
  hcpcs('J1040 two years later', 'J1040', 'codeDates J1040', on('2026-03-31')),
  hcpcs('J1020 a day after its end', 'J1020', 'codeDates J1020', on('2024-04-01')),
  hcpcs('J1010 a day before it began', 'J1010', 'codeDates J1010', {
    day: '2024-03-31',
    says: 'Not valid before 04/01/2024',
  }),
  hcpcs('J1010 on its first day', 'J1010', '', on('2024-04-01')),
  hcpcs('J1010 today', 'J1010*80', ''),
  hcpcs('J2001 on its last day', 'J2001', '', on('2024-09-30')),
  hcpcs('J2001 a day later', 'J2001', 'codeDates J2001', { day: '2024-10-01', says: 'Use J2003.' }),
  hcpcs('J2003 a day before it began', 'J2003', 'codeDates J2003', on('2024-09-30')),
  hcpcs('J2003 on its first day', 'J2003', '', on('2024-10-01')),
  hcpcs('J1170 on its last day', 'J1170', '', on('2024-09-30')),
  hcpcs('J1170 a day later', 'J1170', 'codeDates J1170', { day: '2024-10-01', says: 'Use J1171.' }),
  hcpcs('J1171 a day before it began', 'J1171', 'codeDates J1171', on('2024-09-30')),
  hcpcs('J2310 on its last day', 'J2310', '', on('2025-06-30')),
  hcpcs('J2310 a day later', 'J2310', 'codeDates J2310', { day: '2025-07-01', says: 'Use J2312.' }),
  hcpcs('J0171 on its last day', 'J0171', '', on('2025-06-30')),
  hcpcs('J0171 a day later', 'J0171', 'codeDates J0171', { day: '2025-07-01', says: 'Use J0165.' }),
  hcpcs('J0165 a day before it began', 'J0165', 'codeDates J0165', on('2025-06-30')),
  hcpcs('J2920 on its last day', 'J2920', '', on('2024-03-31')),
  hcpcs('J2920 a day later', 'J2920', 'codeDates J2920', { day: '2024-04-01', says: 'Use J2919.' }),
  hcpcs('J2930 after its end', 'J2930', 'codeDates J2930', on('2024-06-01')),
  hcpcs('J1094 on its last day', 'J1094', '', on('2025-03-31')),
  hcpcs('J1094, which nothing replaced', 'J1094', 'codeDates J1094', {
    day: '2025-04-01',
    says: 'Ended 03/31/2025.',
  }),
  hcpcs('J2400 after its end', 'J2400', 'codeDates J2400', on('2023-01-01')),
  hcpcs('two codes, of which one had ended', 'J1030, J3301', 'codeDates J1030'),
  hcpcs('a code that the edition does not list', 'J9998', 'codeDates J9998', {
    says: 'is not a HCPCS code on 11/23/2026',
  }),
  hcpcs('the same on a day before the edition, which cannot tell', 'J9998', '', on('2023-01-05')),
  hcpcs('the same after the edition, which cannot tell', 'J9998', '', on(ENDED)),
  hcpcs('a dental code, which the public file does not have', 'D0120', ''),
  hcpcs('an ended code after the edition', 'J1030', 'codeDates J1030', on(ENDED)),
  hcpcs('a code that ends in the catalog only', 'J3301', 'codeDates J3301', {
    catalog: { validFrom: null, validTo: '2026-10-31' },
    says: 'Ended 10/31/2026',
  }),
  // Statuses.
  status('an active code', '64483-LT', ''),
  status('a supply that is bundled', '99070', 'manyUnits 99070, codeStatus 99070', {
    says: 'Medicare never pays more than 0 a day',
  }),
  status('handling of a specimen', '99000', 'codeStatus 99000', {
    says: 'paid only as part of other services (status B)',
  }),
  status('a finger stick', '36416', 'codeStatus 36416'),
  status('a code for which Medicare has another', '97014', 'codeStatus 97014', {
    says: 'replaced by another code (status I)',
  }),
  status('a telehealth visit that Medicare does not use', '98000', 'codeStatus 98000'),
  status('a procedure that is not covered', '22526', 'codeStatus 22526', { says: 'not covered (status N)' }),
  status('a bundled graft', '20930', 'codeStatus 20930', { says: '(status P)' }),
  status('a deleted code', '64470', 'codeStatus 64470', { says: 'is deleted (status D)' }),
  status('a discontinued code', '0062T', 'codeStatus 0062T', { says: 'is deleted (status F)' }),
  status('a code that the contractor prices', '64999', ''),
  status('a code of restricted coverage', '0213T', ''),
  status('a laboratory test, paid under other rules', '80305', ''),
  status('a drug, paid under other rules', 'J3301*4', ''),
  status('a code for reporting only', '1036F', ''),
  status('oximetry alone', '94760', ''),
  status('oximetry with a paid procedure', '94760, 64483-LT', 'codeStatus 94760', {
    says: 'paid only if nothing else of the day is',
  }),
  status('oximetry with a procedure in another dictation', '94760', 'codeStatus 94760', {
    other: '64483-LT',
  }),
  status('oximetry with a procedure of a colleague', '94760', '', { colleague: '64483-LT' }),
  status('oximetry with a drug', '94760, J3301*4', ''),
  status('a code that the schedule does not list', '64475', 'codeStatus 64475', {
    says: 'is not in Medicare’s fee schedule on 11/23/2026',
  }),
  status('a category III code that it does not list', '0999T', 'codeStatus 0999T'),
  status('the same after the edition, which cannot tell', '64475', '', on(ENDED)),
  status('the same before all editions', '64475', '', on('2026-05-05')),
  status('anesthesia, which the schedule does not list', '01992', ''),
  status('a bundled code after the edition, which still answers', '99000', 'codeStatus 99000', on(ENDED)),
  // Diagnoses.
  icd10('a diagnosis at full length', 'M54.16', ''),
  icd10('a category', 'M54', 'heading M54', { says: 'such as M54.16' }),
  icd10('a subcategory', 'M54.1', 'heading M54.1', { says: 'Choose a more specific code, such as M54.16.' }),
  icd10('low back pain before its fifth character', 'M54.5', 'heading M54.5', { says: 'such as M54.50' }),
  icd10('low back pain with it', 'M54.50', ''),
  icd10('vertebrogenic pain', 'M54.51', ''),
  icd10('a lumbar disc before its sixth character', 'M51.36', 'heading M51.36', { says: 'such as M51.360' }),
  icd10('a lumbar disc with it', 'M51.362', ''),
  icd10('a fracture without its seventh character', 'S32.010', 'heading S32.010', {
    says: 'such as S32.010A',
  }),
  icd10('a fracture with it', 'S32.010A', ''),
  icd10('a code that does not exist', 'M54.99', 'unknownCode M54.99', {
    says: 'is not an ICD-10-CM code on 11/23/2026',
  }),
  icd10('a code that is too long', 'M54.161', 'unknownCode M54.161'),
  icd10('a code that became a heading, before that day', 'M77.8', '', on('2026-09-30')),
  icd10('a code that became a heading, on that day', 'M77.8', 'heading M77.8', on('2026-10-01')),
  icd10('a heading of the catalog that the edition bills', 'G89.4', '', { catalog: { isBillable: false } }),
  icd10('a heading of the catalog before all editions', 'G89.4', 'heading G89.4', {
    day: '2025-01-10',
    catalog: { isBillable: false },
  }),
  icd10('an unlisted code after the edition, which cannot tell', 'M54.99', '', on('2027-11-01')),
  icd10('a code that the catalog does not have either', 'M54.99', 'unknownCode M54.99', {
    catalog: { catalog: { status: 'missing', longerCode: null } },
    says: 'is not in the billing code catalog',
  }),
  icd10('a heading that the catalog does not have', 'M17', 'unknownCode M17', {
    catalog: { catalog: { status: 'missing', longerCode: null } },
    says: 'Choose one of its codes, such as M17.11.',
  }),
  // Sides.
  bilateral('50 on a code with indicator 1', '64483-50', '', { side: 'Bilateral' }),
  bilateral('50 on trigger points (0)', '20552-50', 'bilateralCode 20552', { side: 'Bilateral' }),
  bilateral('50 on a fluoroscopy (0)', '77002-50', 'bilateralCode 77002', { side: 'Bilateral' }),
  bilateral('50 on migraine chemodenervation (2)', '64615-50', 'bilateralCode 64615', { side: 'Bilateral' }),
  bilateral('50 on an interlaminar epidural (9)', '62323-50', 'bilateralCode 62323', { side: 'Bilateral' }),
  bilateral('50 on a knee X-ray (3)', '73560-50', '', { side: 'Bilateral' }),
  bilateral('50 on a left note', '64483-50', 'oneSided50 64483', { side: 'Left', says: 'Payers expect LT.' }),
  bilateral('50 on a right joint', '20610-50', 'oneSided50 20610', {
    side: 'Right',
    says: 'Payers expect RT.',
  }),
  bilateral('50 where the edition has 0 and the catalog 1', '20552-50', 'bilateralCode 20552', {
    side: 'Bilateral',
    catalog: { bilateralIndicator: 1 },
  }),
  bilateral('50 where the edition has 1 and the catalog 0', '64483-50', '', {
    side: 'Bilateral',
    catalog: { bilateralIndicator: 0 },
  }),
  bilateral('50 before the indicator changed', '64425-50', '', { day: '2026-09-30', side: 'Bilateral' }),
  bilateral('50 after the indicator changed', '64425-50', 'bilateralCode 64425', {
    day: '2026-10-01',
    side: 'Bilateral',
  }),
  bilateral('50 on a left note after the indicator changed', '64425-50', 'bilateralCode 64425', {
    day: '2026-10-01',
    side: 'Left',
  }),
  bilateral('LT only on a bilateral note, where sides are not paid', '20552-LT', '', { side: 'Bilateral' }),
  bilateral('LT only on a bilateral note', '64483-LT', 'sideOfLine 64483', { side: 'Bilateral' }),
  bilateral('50 on a code that only the catalog knows', '64999-50', 'bilateralCode 64999', {
    side: 'Bilateral',
    catalog: { bilateralIndicator: 1 },
  }),
  // Units.
  mue('one unit of a limit of one', '64483-LT', ''),
  mue('two units of an absolute limit of one', '64483-LT*2', 'manyUnits 64483', {
    says: 'has 2 units. Medicare never pays more than 1 a day',
  }),
  mue('both sides on two lines', '64483-LT, 64483-RT', 'manyUnits 64483', {
    side: 'Bilateral',
    says: 'Bill both sides on one line with 50.',
  }),
  mue('both sides on one line', '64483-50', '', { side: 'Bilateral' }),
  mue('two lines, of which 59 does not help', '64493-LT, 64493-59-LT', 'manyUnits 64493'),
  mue('two lines, of which 76 does not help', '27096-LT, 27096-76-LT', 'manyUnits 27096'),
  mue('one here and one in another dictation', '62323', 'manyUnits 62323', {
    other: '62323',
    says: 'on this day, with another dictation',
  }),
  mue('one here and one of a colleague', '62323', '', { colleague: '62323' }),
  mue('four units of a clinical limit of four', '64483-LT, 64484-LT*4', ''),
  mue('five units of a clinical limit of four', '64483-LT, 64484-LT*5', 'manyUnits 64484', {
    says: 'Check the number, and that the note says why',
  }),
  mue('five units on three lines', '64483-LT, 64484-LT*2, 64484-59-LT*2, 64484-XS-LT', 'manyUnits 64484'),
  mue('a line at its limit', '76882*2', ''),
  mue('a line above its limit', '76882*3', 'manyUnits 76882', { says: 'Medicare’s limit is 2 a line' }),
  mue('two lines at the limit of a line', '76882*2, 76882-59*2', ''),
  mue('a line at its limit, and one in another dictation', '76882*2', '', { other: '76882*2' }),
  mue('a drug at its limit', 'J3301*16', ''),
  mue('a drug above its limit', 'J3301*17', 'manyUnits J3301'),
  mue('a drug in two parts above its limit', 'J3301*10, J3301-JW*7', 'manyUnits J3301'),
  mue('a drug above its limit with another dictation', 'J1100*100', 'manyUnits J1100', { other: 'J1100*21' }),
  mue('a limit of zero', '99070-LT', 'manyUnits 99070, codeStatus 99070'),
  mue('a code without a limit', '97110*8', ''),
  mue('a code without a limit, and many units', '97110*24', 'manyUnits 97110', {
    says: 'unchecked: no limit is published',
  }),
  mue('nerve blocks at the limit', '64450*10', ''),
  mue('nerve blocks above it', '64450*11', 'manyUnits 64450'),
  mue('a limit of the edition before', '64450*11', 'manyUnits 64450', on(JULY)),
  mue('a limit after the edition, which still answers', '64450*11', 'manyUnits 64450', on(ENDED)),
  // Pairs.
  pairs('77003 with a transforaminal', '64483-LT, 77003', 'includedGuidance 77003', {
    says: 'Payers pay 77003 as part of 64483.',
  }),
  pairs('77003 with 59', '64483-LT, 77003-59', ''),
  pairs('77003 with XS', '64483-LT, 77003-XS', ''),
  pairs('77003 with XU', '64483-LT, 77003-XU', ''),
  pairs('77003 with 76, which does not separate', '64483-LT, 77003-76', 'includedGuidance 77003'),
  pairs('77003 with 26, which does not separate', '64483-LT, 77003-26', 'includedGuidance 77003'),
  pairs('77003 with an ablation (0)', '64635-LT, 77003', 'includedGuidance 77003', {
    says: 'Payers always pay 77003 as part of 64635',
  }),
  pairs('77003 with an ablation (0), even with 59', '64635-LT, 77003-59', 'includedGuidance 77003'),
  pairs('77003 in the other dictation', '64483-LT', 'includedGuidance 64483', {
    other: '77003',
    says: '77003 of another dictation',
  }),
  pairs('the transforaminal in the other dictation', '77003', 'includedGuidance 77003', {
    other: '64483-LT',
  }),
  pairs('the transforaminal of a colleague', '77003', '', { colleague: '64483-LT' }),
  pairs('77003 of two procedures', '64483-LT, 64490-LT, 77003', 'includedGuidance 77003', {
    says: 'as part of 64483 and 64490',
  }),
  pairs('trigger points and an epidural', '64483-LT, 20552', 'exclusiveCodes 20552'),
  pairs('trigger points at another site', '64483-LT, 20552-59', ''),
  pairs('a facet joint and a transforaminal, same side', '64493-LT, 64483-LT', 'exclusiveCodes 64483'),
  pairs('a facet joint and a transforaminal, two sides', '64493-LT, 64483-RT', '', { side: 'Bilateral' }),
  pairs('a facet joint on both sides and a transforaminal', '64493-50, 64483-LT', 'exclusiveCodes 64483', {
    side: 'Bilateral',
  }),
  pairs('a side on one of both only', '64493-LT, 64483', 'exclusiveCodes 64483'),
  pairs('20552 and 20553 (0)', '20552, 20553', 'exclusiveCodes 20552', {
    says: 'Payers pay 20553 but never 20552 with it.',
  }),
  pairs('20552 and 20553 (0), even with XS', '20552-XS, 20553', 'exclusiveCodes 20552'),
  pairs('one knee with and without ultrasound', '20610-LT, 20611-LT', 'exclusiveCodes 20610'),
  pairs('two knees', '20610-LT, 20611-RT', '', { side: 'Bilateral' }),
  pairs('two fingers', '20600-F6, 26055-F7', ''),
  pairs('one finger', '20600-F6, 26055-F6', 'exclusiveCodes 20600'),
  pairs('an ablation and its block (0), on two sides', '64635-LT, 64493-RT', 'exclusiveCodes 64493', {
    side: 'Bilateral',
  }),
  pairs('a pair before it began', '64405-LT, 20553', '', on('2026-09-30')),
  pairs('a pair on its first day', '64405-LT, 20553', 'exclusiveCodes 20553', on('2026-10-01')),
  pairs('a pair on its last day', '64450, 20526-LT', 'exclusiveCodes 20526', on('2026-09-30')),
  pairs('a pair after its last day', '64450, 20526-LT', '', on('2026-10-01')),
  pairs('a pair that was deleted (9)', '64418-LT, 20610-LT', '', on('2011-01-01')),
  pairs('codes without a pair', '64520-LT, 77003', ''),
  pairs('a pair with 58', '62323-58, 64483-LT', ''),
  pairs('a pair with 79', '62323, 64483-79-LT', ''),
  pairs('a pair with 50 and another modifier', '62323, 64483-50-XE', '', { side: 'Bilateral' }),
  either('59 on the paid code', '64493-59-LT, 64483-LT', ''),
  either('XS on the paid code', '62323-XS, 64483-LT', ''),
  either('XE on the other code', '62323, 64483-XE-LT', ''),
  either('59 on the paid code, and the pair has 0', '20553-59, 20552', 'exclusiveCodes 20552'),
  // Add-on codes.
  addOns('a further level alone', '64484-LT', 'addOnCode 64484', { says: 'It needs 64483.' }),
  addOns('a further level with the first', '64483-LT, 64484-LT', ''),
  addOns('the first level in another dictation', '64484-LT', '', { other: '64483-LT' }),
  addOns('the first level of a colleague', '64484-LT', 'addOnCode 64484', { colleague: '64483-LT' }),
  addOns('a third level with the second only', '64494-LT, 64495-LT', 'addOnCode 64494'),
  addOns('a lumbar level with a cervical first', '64490-LT, 64494-LT', ''),
  addOns('an ablation of another region', '64633-LT, 64636-LT', 'addOnCode 64636'),
  addOns('more sedation without the first minutes', '99153', 'addOnCode 99153', {
    says: '99151 or 99152 or G0500',
  }),
  addOns('more sedation with them', '99152, 99153', ''),
  addOns('a further vertebra with either first', '22511, 22512', ''),
  addOns('type 2 alone', '76937', 'addOnCode 76937, codeStatus 76937', {
    says: 'It needs a procedure that it is added to.',
  }),
  addOns('type 2 with a drug only', '76937, J3301*4', 'addOnCode 76937, codeStatus 76937'),
  addOns('type 2 with any procedure', '76937, 64483-LT', 'codeStatus 76937'),
  addOns('type 3 with a listed code', '64615, 95874', ''),
  addOns('type 3 with another procedure, which a payer may accept', '64642, 95874', ''),
  addOns('type 3 alone', '95874', 'addOnCode 95874', {
    says: '64612 or 64615 or 64616, or another code that the payer accepts',
  }),
  addOns('type 3 with another add-on code only', '95874, 64484-LT', 'addOnCode 95874, addOnCode 64484'),
  addOns('type 3 with a long list', 'G2211', 'addOnCode G2211, codeDates G2211', {
    says: '99202, 99203, 99204 or another of 9 codes',
  }),
  // Visits.
  visits('a visit with a procedure', '99213, 20610-LT', 'visit25 99213'),
  visits('a visit with 25', '99213-25, 20610-LT', ''),
  visits('a visit with 57', '99213-57, 20610-LT', ''),
  visits('a visit with counseling, which is a pair', '99213, 99406', 'exclusiveCodes 99213', {
    says: 'Add 25 if it was a separate visit.',
  }),
  visits('a visit with counseling and 25', '99213-25, 99406', ''),
];
