import { describe, expect, it } from 'vitest';
import { ONE_SIDED_WARNING } from '../template/modifiers.ts';
import { contentOf } from '../template/test/content-of.ts';
import { printedText } from './print-text.ts';
import { headerValues, printedDictation, signatureLine, storedReport, type PrintSource } from './print.ts';

const PRACTICE = { timeZone: 'America/New_York', clock: '12' } as const;
const code = (text: string, codeType: 'CPT' | 'ICD10' = 'CPT', modifiers = '') => ({
  code: text,
  codeType,
  description: `What ${text} is`,
  modifiers,
  units: 1,
  diagnosisPointers: codeType === 'CPT' ? ['M54.16'] : [],
});
const many = (count: number, type: 'CPT' | 'ICD10') =>
  Array.from({ length: count }, (_, index) => code(String(index), type));
const source: PrintSource = {
  templateName: 'Transforaminal Epidural',
  patientName: 'Roe, Jane',
  patientMRN: '00000012',
  patientDOB: '1960-11-22',
  patientGender: 'Female',
  procedureDate: '2026-11-21',
  procedureLocation: 'Main Surgery Center',
  providerName: 'Gregory House',
  status: 'Signed',
  billingCodes: [code('64483', 'CPT', '50,LT'), code('M54.16', 'ICD10')],
  billingOption: 'standard',
  complications: ' None. ',
  signature: { name: 'Gregory House', title: 'MD', signedAt: '2026-11-21T19:05:00.000Z' },
  coSignature: null,
  addendums: [
    {
      text: 'Pain 2/10 after an hour.',
      reason: 'Follow-up call',
      authorName: 'Gregory House',
      authorTitle: 'MD',
      createdAt: '2026-11-22T14:00:00.000Z',
    },
  ],
};
const structure = contentOf(
  { id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right'] },
  {
    id: 'hidden',
    label: 'Hidden',
    visibilityRules: [{ sourceFieldId: 'side', operator: 'equals', value: 'Right', action: 'show' }],
  },
);
const report = storedReport(structure, { side: 'Left', hidden: 'not printed' });
const print = (change: Partial<PrintSource> = {}) =>
  printedDictation({ ...source, ...change }, report, PRACTICE);

describe('a co-signature', () => {
  const supervisor = { firstName: 'Lisa', lastName: 'Moore' };
  const first = 'Electronically signed by Gregory House, MD on 11/21/2026 2:05 PM EST';
  it.each([
    [null, first],
    [{ supervisor, signature: null }, `${first}\nAwaits co-signature of Lisa Moore`],
    [{ supervisor: null, signature: null }, `${first}\nAwaits co-signature of a physician`],
    [
      { supervisor, signature: { name: 'James Wilson', title: 'MD', signedAt: '2026-11-22T15:00:00.000Z' } },
      `${first}\nElectronically co-signed by James Wilson, MD on 11/22/2026 10:00 AM EST`,
    ],
  ])('%j is printed below the signature, in text too', (coSignature, text) => {
    const printed = print({ coSignature });
    expect(printed.closing).toEqual({ isSigned: true, text });
    expect(printed.watermark).toBeNull();
    expect(printedText(printed, { header: '', footer: '' })).toContain(`\n\n${text}\n\nAddendum 1 by`);
  });
});

describe('printed dictation', () => {
  it('shows the patient, sections, and complications, and identifies the patient on each page', () => {
    const printed = print();
    expect(printed.identity).toBe('MRN 00000012   Roe, Jane');
    expect(printed.patient).toContainEqual({ label: 'Date of birth', value: '11/22/1960 (age 65)' });
    expect(
      printed.sections.map(({ title, entries }) => [
        title,
        entries.map((entry) => (entry.kind === 'table' ? entry.label : entry.text)),
      ]),
    ).toEqual([
      ['Procedure Details', ['Left']],
      ['Complications', ['None.']],
    ]);
    expect(printed.banner).toBeNull();
  });

  it('leaves out unknown values and empty complications', () => {
    const printed = print({ complications: ' ', procedureLocation: '', patientGender: ' ' });
    expect(printed.sections).toHaveLength(1);
    expect(printed.patient.map(({ label }) => label)).not.toContain('Location');
    expect(printed.patient.map(({ label }) => label)).not.toContain('Gender');
  });

  it.each([
    ['noshow-patient', 'The patient did not show. A no-show fee is charged.'],
    ['noshow-provider', 'Cancelled by the provider. Do not charge.'],
  ] as const)('%s prints a cancellation banner and the billing sheet only', (billingOption, text) => {
    const printed = print({ billingOption });
    expect(printed.banner).toEqual({ title: 'PROCEDURE CANCELLED', text });
    expect(printed.sections).toEqual([]);
    expect(printed.sheet.options.filter(({ isChosen }) => isChosen)).toHaveLength(1);
  });

  it.each(['noshow-patient', 'noshow-provider'] as const)('%s lists no procedure codes', (billingOption) => {
    const many7 = { billingOption, billingCodes: [...many(7, 'CPT'), code('M54.16', 'ICD10')] };
    const { codes, warnings } = print(many7).sheet;
    expect(codes.map(({ lines }) => lines.map(({ code: text }) => text))).toEqual([[], ['M54.16']]);
    expect(warnings).toEqual([]);
    expect(printedText(print(many7), { header: '', footer: '' })).toContain('No procedure codes');
  });

  it('lists all options, procedures with modifiers, and diagnoses on the billing sheet', () => {
    const { sheet } = print({ billingOption: 'reduced' });
    expect(sheet.options.find(({ isChosen }) => isChosen)?.label).toBe('Reduced service (modifier 52)');
    expect(sheet.options).toHaveLength(4);
    expect(sheet.codes.map(({ codeType, lines }) => [codeType, lines])).toEqual([
      ['CPT', [{ code: '64483', description: 'What 64483 is', modifiers: '50, LT', units: 1, letters: 'A' }]],
      ['ICD10', [{ code: 'M54.16', description: 'What M54.16 is', modifiers: '', units: 1, letters: 'A' }]],
    ]);
  });

  it('warns of modifier 50 for a one-sided transforaminal entry without LT and RT', () => {
    const structureOfSide = contentOf({ id: 'side' }, { id: 'approach' });
    const warnings = (side: string, modifiers: string, approach = 'Transforaminal') =>
      printedDictation(
        { ...source, billingCodes: [code('64483', 'CPT', modifiers), code('77003')] },
        storedReport(structureOfSide, { side, approach }),
        PRACTICE,
      ).sheet.warnings;
    expect(warnings('Left', '50')).toEqual([ONE_SIDED_WARNING]);
    expect(
      [
        warnings('Left', 'LT'),
        warnings('Left', '50,LT'),
        warnings('Bilateral', '50'),
        warnings('Midline', '50'),
        warnings('Left', '50', 'Interlaminar'),
      ].flat(),
    ).toEqual([]);
  });

  it('warns of more than 6 CPT or 12 ICD-10 codes', () => {
    expect(print({ billingCodes: [...many(6, 'CPT'), ...many(12, 'ICD10')] }).sheet.warnings).toEqual([]);
    expect(print({ billingCodes: [...many(7, 'CPT'), ...many(13, 'ICD10')] }).sheet.warnings).toHaveLength(2);
  });
});

describe('signature', () => {
  it('shows name, title, date, time and zone', () => {
    expect(print().closing).toEqual({
      isSigned: true,
      text: 'Electronically signed by Gregory House, MD on 11/21/2026 2:05 PM EST',
    });
    expect(signatureLine({ name: 'J', title: null, signedAt: '2026-07-01T12:00:00Z' }, PRACTICE)).toBe(
      'Electronically signed by J on 07/01/2026 8:00 AM EDT',
    );
  });

  it.each([
    ['Draft', 'DRAFT', 'NOT SIGNED – draft'],
    ['Saved', 'NOT SIGNED', 'NOT SIGNED – awaiting physician review'],
    ['Completed', 'NOT SIGNED', 'NOT SIGNED – awaiting signature'],
  ] as const)('says that a %s dictation is not signed', (status, watermark, text) => {
    const printed = print({ status, signature: null });
    expect(printed.watermark).toBe(watermark);
    expect(printed.closing).toEqual({ isSigned: false, text });
  });

  it('is followed by addenda with author, time and reason', () => {
    expect(print().addenda).toEqual([
      {
        title: 'Addendum 1 by Gregory House, MD on 11/22/2026 9:00 AM EST',
        reason: 'Follow-up call',
        text: 'Pain 2/10 after an hour.',
      },
    ]);
  });
});

it('fills in the placeholders of header and footer', () => {
  const person = { providerName: 'Jane Roe', providerTitle: null };
  expect(
    headerValues({ location_name: 'Main' }, { ...person, dictationDate: '2026-11-20', today: '2026-11-21' }),
  ).toEqual({
    location_name: 'Main',
    current_date: '11/21/2026',
    provider_name: 'Jane Roe',
    provider_title: '',
    dictation_date: '11/20/2026',
  });
});

describe('text export', () => {
  it('has the same content in the same order as the printed dictation', () => {
    const text = printedText(print(), { header: 'Pain Practice', footer: 'Gregory House, MD' });
    expect(text).toBe(`Pain Practice

Transforaminal Epidural

Patient: Roe, Jane
MRN: 00000012
Date of birth: 11/22/1960 (age 65)
Gender: Female
Procedure date: 11/21/2026
Provider: Gregory House
Location: Main Surgery Center

Procedure Details
Side: Left

Complications
None.

Electronically signed by Gregory House, MD on 11/21/2026 2:05 PM EST

Addendum 1 by Gregory House, MD on 11/22/2026 9:00 AM EST
Reason: Follow-up call
Pain 2/10 after an hour.

Gregory House, MD

${'-'.repeat(60)}

BILLING SHEET

[x] Standard
[ ] Reduced service (modifier 52)
[ ] No-show by the patient – charge the no-show fee
[ ] Cancelled by the provider – do not charge

Procedure codes (CPT):
64483-50-LT (A)  What 64483 is

Diagnosis codes (ICD-10):
A. M54.16  What M54.16 is
`);
  });

  it('keeps the letters of titles, because the capital of µ reads like an M', () => {
    expect(printedText(print({ templateName: 'Fentanyl 50 µg' }), { header: '', footer: '' })).toContain(
      'Fentanyl 50 µg',
    );
  });

  it('shows the banner and billing sheet of a no-show before the signature', () => {
    const text = printedText(print({ billingOption: 'noshow-patient' }), { header: '', footer: '' });
    expect(text).toContain('*** PROCEDURE CANCELLED ***\nThe patient did not show.');
    expect(text).not.toContain('Procedure Details');
    expect(text.indexOf('Electronically signed')).toBeGreaterThan(text.indexOf('BILLING SHEET'));
  });
});
