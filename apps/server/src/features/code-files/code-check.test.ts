import { codeCheck } from '@portal/contract/code-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadedCodeFile } from '#test/code-file-factories.ts';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeBillingCode } from '#test/template-factories.ts';

describe('GET /code-check', () => {
  let portal: TestPortal;
  let reader: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    reader = await signedInAs(portal, 'MedicalAssistant');
  });
  afterAll(() => portal.close());

  const check = async (code: string, date = '2026-11-23') =>
    portal.succeed(codeCheck, { query: { code, date } }, reader);
  const named = ({ statements }: Awaited<ReturnType<typeof check>>) =>
    statements.map(
      ({ label, value, source }) => `${label}: ${value}${source.isChecked ? '' : ' (unchecked)'}`,
    );

  it('has the portal’s lists without files, marked as not checked', async () => {
    const found = await check('64484');
    expect(found).toMatchObject({ codeType: 'CPT', status: 'unchecked', pairs: [], pairCount: 0 });
    expect(found.message).toBe('Not checked: no file for 11/23/2026 is loaded that lists such codes.');
    expect(named(found)).toEqual([
      'Bilateral indicator: 1 – 150% when bilateral (unchecked)',
      'Units a day (MUE): 4 (unchecked)',
      'Add-on to: 64483 (unchecked)',
    ]);
    expect(await check('m54.16')).toMatchObject({ code: 'M54.16', codeType: 'ICD10', status: 'unchecked' });
  });

  it('refuses people who are not signed in, and bad input', async () => {
    expect(await portal.call(codeCheck, { query: { code: '64483' } })).toMatchObject({ status: 401 });
    for (const query of [{ code: '' }, { code: '64483', date: '11/23/2026' }])
      expect(await portal.call(codeCheck, { query }, reader)).toMatchObject({ status: 400 });
  });

  it('has what the files say, and the pairs with codes of the catalog', async () => {
    await loadedCodeFile(portal, {
      kind: 'feeSchedule',
      from: '2026-10-01',
      to: '2026-12-31',
      rows: [
        {
          code: '64483',
          facts: {
            status: 'A',
            pcTc: '0',
            globalDays: '000',
            multiple: '2',
            bilateral: 1,
            assistant: '1',
            coSurgeons: '0',
            team: '0',
          },
        },
      ],
    });
    await loadedCodeFile(portal, {
      kind: 'ptp',
      from: '2026-10-01',
      pairs: [
        { column1: '64483', column2: '77003' },
        { column1: '22514', column2: '64483', indicator: 0 },
        { column1: '64483', column2: '99999' },
        { column1: '64483', column2: '76942', indicator: 9 },
        { column1: '64483', column2: '77002', validTo: '2025-12-31' },
      ],
    });
    for (const code of ['77003', '22514', '76942', '77002'])
      await makeBillingCode(portal, code, { codeType: 'CPT' });
    const found = await check('64483');
    expect(found).toMatchObject({
      status: 'valid',
      message: 'Valid on 11/23/2026.',
      pairCount: 3,
      pairs: [
        { code: '22514', isPaid: false, canBeDistinct: false },
        { code: '77003', isPaid: true, canBeDistinct: true, rationale: 'Misuse of codes', validTo: null },
      ],
    });
    expect(named(found)).toEqual([
      'Status: A – paid separately',
      'Bilateral indicator: 1 – 150% when bilateral',
      'Global days: 000 – minor procedure, visits of the day included',
      'PC/TC: 0 – physician service, 26 and TC do not apply',
      'Multiple procedures: 2 – reduced as a further procedure',
      'Assistant surgeon: 1 – not paid',
      'Co-surgeons: 0 – not paid',
      'Surgical team: 0 – not paid',
      'Units a day (MUE): 1 (unchecked)',
    ]);
    expect(found.statements[0]?.source).toEqual({
      title: 'CMS, Physician fee schedule',
      validFrom: '2026-10-01',
      validTo: '2026-12-31',
      isChecked: true,
    });
    expect(await check('64999')).toMatchObject({ status: 'unknown' });
    expect(await check('64483', '2027-02-01')).toMatchObject({
      status: 'valid',
      message: 'Valid on 02/01/2027. The edition was valid until 12/31/2026.',
    });
    expect(await check('64999', '2027-02-01')).toMatchObject({ status: 'unchecked' });
  });

  it('knows the days and packages of drugs, and headings of diagnoses', async () => {
    const facts = { description: 'Injection, 40 mg', isModifier: false, coverage: 'D', action: 'N' };
    await loadedCodeFile(portal, {
      kind: 'hcpcs',
      from: '2026-10-01',
      rows: [
        { code: 'J1030', validFrom: '1982-01-01', validTo: '2024-03-31', facts },
        { code: 'J1010', validFrom: '2024-04-01', facts },
      ],
    });
    const drug = { drug: 'Depo-Medrol', dosage: '1 mg', billingUnits: 40 };
    await loadedCodeFile(portal, {
      kind: 'asp',
      from: '2026-10-01',
      rows: [
        { code: 'J1010', part: '00009-3073-01', facts: drug },
        { code: 'J1010', part: '00009-3073-03', facts: drug },
      ],
    });
    await loadedCodeFile(portal, {
      kind: 'icd10',
      from: '2026-10-01',
      rows: [
        { code: 'M54.1', facts: { description: 'Radiculopathy', isBillable: false } },
        { code: 'M54.16', facts: { description: 'Radiculopathy, lumbar region', isBillable: true } },
      ],
    });
    expect(named(await check('j1010'))).toEqual([
      'Valid dates: from 04/01/2024',
      'Description: Injection, 40 mg',
      'Unit size: 40 mg',
      'Coverage: D – special instructions apply',
      'NDCs: 2',
    ]);
    expect(await check('J1030')).toMatchObject({ status: 'ended', message: 'Ended 03/31/2024. Use J1010.' });
    expect(await check('J1010', '2024-03-31')).toMatchObject({
      status: 'notYetValid',
      message: 'Not valid before 04/01/2024.',
    });
    expect(await check('J9999')).toMatchObject({ status: 'unknown' });
    expect(await check('M54.1')).toMatchObject({
      status: 'heading',
      message: 'M54.1 is a category heading. Choose a more specific code, such as M54.16.',
    });
    expect(named(await check('M54.16'))).toEqual(['Description: Radiculopathy, lumbar region']);
  });
});
