import * as imports from '@portal/contract/patient-imports';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { runMaintenance } from '#jobs/maintenance.ts';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { ImportDesk } from '../test/import-desk.ts';

const HEADER = 'MRN,Last,First,DOB,Phone,State,Email,Policy';
const COLUMNS = {
  formerMrn: ['MRN'],
  lastName: ['Last'],
  firstName: ['First'],
  dateOfBirth: ['DOB'],
  phone: ['Phone'],
  state: ['State'],
  email: ['Email'],
  insurancePolicyNumber: ['Policy'],
};
const PHONE = 'Phone is not a valid US phone number';
const STATE = 'State must be one of the 50 US states';
const EMAIL = 'Enter a valid email address';
const POLICY = 'Insurance policy number can have at most 50 characters';
const NAME = 'Last name is required';

const bad = (family: string) =>
  [
    HEADER,
    `${family.slice(0, 1)}-1,${family},Ann,1/5/1980,x12,ZZ,ann@example.com,P1`,
    `${family.slice(0, 1)}-2,${family},Bob,1/6/1980,410-555-0123,MD,bob,${'9'.repeat(51)}`,
    `${family.slice(0, 1)}-3,,Cy,1/7/1980,x12,MD,,`,
    `${family.slice(0, 1)}-4,${family},Di,1/8/1980,410-555-0199,MD,di@example.com,P4`,
    '',
  ].join('\n');

describe('values of imports that cannot be read', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let desk: ImportDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  afterAll(() => portal.close());
  beforeEach(async () => {
    admin = await signedInAs(portal, 'Admin');
    desk = new ImportDesk(portal, admin);
    onTestFinished(async () => {
      await portal.deps.background.settled();
      await portal.owner.query(
        `update patient_imports set state = 'Undone', task = null, run_id = null, active_at = null where state in ('Draft', 'Unfinished')`,
      );
    });
  });
  const stored = async (family: string) =>
    (
      await portal.owner.query(
        `select former_mrn, phone, state, email, insurance_policy_number as policy, date_of_birth::text as born
         from patients where last_name = $1 order by former_mrn`,
        [family],
      )
    ).rows;
  const toFix = async (id: string) =>
    (await portal.succeed(imports.patientImportExport, { params: { id } }, admin)).blob.text();
  const withNotes = async (id: string) =>
    (await portal.succeed(imports.patientImportNotesExport, { params: { id } }, admin)).blob.text();

  it('fail their rows, are counted by kind with their lines, and are left out if a person says so', async () => {
    const { id } = await desk.uploaded(bad('Leftout'));
    expect(await desk.check(id, { columns: COLUMNS })).toMatchObject({ imported: 1, failed: 3 });
    const { values } = await desk.details(id);
    expect(values).toHaveLength(5);
    expect(values[0]).toEqual({ text: PHONE, count: 2, lines: [2, 4], choice: 'leave out' });
    for (const text of [STATE, EMAIL, POLICY])
      expect(values).toContainEqual({ text, count: 1, lines: expect.anything(), choice: 'leave out' });
    expect(values).toContainEqual({ text: NAME, count: 1, lines: [4], choice: null });

    const choices = {
      [PHONE]: 'leave out',
      [STATE]: 'leave out',
      [EMAIL]: 'leave out',
      [POLICY]: 'leave out',
      [NAME]: 'leave out',
    } as const;
    expect(await desk.check(id, { columns: COLUMNS, choices })).toMatchObject({ imported: 3, failed: 1 });
    const found = await desk.details(id);
    expect(found.choices).toEqual(choices);
    expect(found.values.find(({ text }) => text === PHONE)?.count).toBe(2);
    expect(found.problems).toEqual([{ line: 4, isDuplicate: false, isSkipped: false, reasons: NAME }]);
    expect(found.notes).toContainEqual({ text: `${PHONE}: left out`, count: 1, lines: [2] });
    expect(found.notes).toContainEqual({ text: `${POLICY}: left out`, count: 1, lines: [3] });

    await portal.succeed(imports.importMappingSave, { body: { importId: id, name: 'With choices' } }, admin);
    await desk.start(id);
    expect(await desk.status(id)).toMatchObject({
      status: 'Finished',
      imported: 3,
      failed: 1,
      hasNotes: true,
    });
    expect(await stored('Leftout')).toEqual([
      {
        former_mrn: 'L-1',
        phone: null,
        state: null,
        email: 'ann@example.com',
        policy: 'P1',
        born: '1980-01-05',
      },
      { former_mrn: 'L-2', phone: '4105550123', state: 'MD', email: null, policy: null, born: '1980-01-06' },
      {
        former_mrn: 'L-4',
        phone: '4105550199',
        state: 'MD',
        email: 'di@example.com',
        policy: 'P4',
        born: '1980-01-08',
      },
    ]);
    expect(
      (await auditOf(portal, 'PatientImport', id)).some(
        ({ new_values: entry }) => entry?.['choices'] !== undefined,
      ),
    ).toBe(true);

    const again = await desk.uploaded(bad('Leftout'));
    expect((await desk.details(again.id)).choices).toEqual(choices);
  });

  it('are listed by row as CSV, until the file is removed', async () => {
    const { id } = await desk.uploaded(bad('Noted'));
    expect(
      await desk.check(id, { columns: COLUMNS, choices: { [PHONE]: 'leave out', [STATE]: 'leave out' } }),
    ).toMatchObject({
      imported: 2,
      hasNotes: true,
    });
    const expected = [
      `\uFEFFLine,Notes,${HEADER}`,
      `2,${STATE}: left out; ${PHONE}: left out,N-1,Noted,Ann,1/5/1980,x12,ZZ,ann@example.com,P1`,
      '',
    ].join('\r\n');
    expect(`\uFEFF${await withNotes(id)}`).toBe(expected);
    await desk.start(id);
    await desk.status(id);
    expect(`\uFEFF${await withNotes(id)}`).toBe(expected);
    portal.clock.advance({ hours: 7 * 24 + 1 });
    await runMaintenance(portal.deps);
    admin = await signedInAs(portal, 'Admin');
    desk = new ImportDesk(portal, admin);
    expect(await desk.status(id)).toMatchObject({ hasNotes: false });
    const { rows } = await portal.owner.query('select from patient_import_notes where import_id = $1', [id]);
    expect(rows).toEqual([]);
    expect(await portal.call(imports.patientImportNotesExport, { params: { id } }, admin)).toMatchObject({
      status: 409,
    });
  });

  it('are left out of other coverage, and noted with patients who are known', async () => {
    const columns = { ...COLUMNS, secondaryInsuranceProvider: ['Secondary Insurance'] };
    const kind = 'Secondary insurance provider can have at most 200 characters';
    const content = `${HEADER},Secondary Insurance,Group Number\nC-1,Covered,Ann,1/5/1980,,,,,${'x'.repeat(201)},G7\n`;
    const check = async () => {
      const { id } = await desk.uploaded(content);
      return desk.check(id, {
        columns: { ...columns, groupNumber: ['Group Number'] },
        choices: { [kind]: 'leave out' },
      });
    };
    const first = await check();
    expect(first).toMatchObject({ imported: 1, failed: 0 });
    await desk.start(first.id);
    await desk.status(first.id);
    const { rows } = await portal.owner.query(
      `select former_coverage from patients where last_name = 'Covered'`,
    );
    expect(rows).toEqual([{ former_coverage: { groupNumber: 'G7' } }]);
    const later = await check();
    expect(later).toMatchObject({ imported: 0, unchanged: 1, failed: 0 });
    expect((await desk.details(later.id)).notes).toContainEqual({
      text: `${kind}: left out`,
      count: 1,
      lines: [2],
    });
  });

  it('refuse other choices', async () => {
    const { id } = await desk.uploaded(bad('Other'));
    for (const choices of [{ [PHONE]: 'guess' }, { ['x'.repeat(301)]: 'accept' }, 'all'])
      expect(
        await portal.raw({
          method: 'POST',
          url: `/api/admin/patient-import/${id}/check`,
          token: admin.token,
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({ columns: COLUMNS, dateOrder: null, choices }),
        }),
      ).toMatchObject({ status: 400 });
  });

  it('a file of rows to fix comes back without its own columns', async () => {
    const first = await desk.uploaded(bad('Back'));
    await desk.check(first.id, { columns: COLUMNS });
    const csv = await toFix(first.id);
    expect(csv.split('\r\n')[0]).toBe(`Line,Reason,${HEADER}`);
    await portal.succeed(imports.patientImportDiscard, { params: { id: first.id } }, admin);
    const back = await desk.uploaded(csv);
    expect((await desk.details(back.id)).header).toEqual(HEADER.split(','));
    expect(await desk.check(back.id, { columns: COLUMNS })).toMatchObject({ imported: 0, failed: 3 });
    const again = await toFix(back.id);
    expect(again.split('\r\n').map((line) => line.replace(/^\d+,/, ''))).toEqual(
      csv.split('\r\n').map((line) => line.replace(/^\d+,/, '')),
    );
  });
});

describe('dates of imports', () => {
  let portal: TestPortal;
  let desk: ImportDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    desk = new ImportDesk(portal, await signedInAs(portal, 'Admin'));
  });
  afterAll(() => portal.close());
  const columns = { lastName: ['Last'], firstName: ['First'], dateOfBirth: ['DOB'] };
  const done = async (id: string) => {
    await desk.start(id);
    return desk.status(id);
  };

  it('in both orders are shown, and nothing is imported before a person chooses one', async () => {
    const { id } = await desk.uploaded(
      'Last,First,DOB\nMixed,Ann,03/25/1980\nMixed,Bob,25/03/1981\nMixed,Cy,03/04/1982\nMixed,Di,1983-05-06\n',
    );
    await desk.check(id, { columns });
    expect((await desk.details(id)).mixedDates).toEqual({
      'month first': { count: 1, examples: [{ line: 2, date: '03/25/1980' }] },
      'day first': { count: 1, examples: [{ line: 3, date: '25/03/1981' }] },
    });
    expect(await desk.start(id)).toMatchObject({
      status: 409,
      error: { message: expect.stringMatching(/^Some dates have the day first, others the month\./) },
    });
    expect(await desk.countPatients()).toBe(0);
    expect(await desk.check(id, { columns, dateOrder: 'month first' })).toMatchObject({
      imported: 3,
      failed: 1,
    });
    expect((await desk.details(id)).problems).toEqual([
      {
        line: 3,
        isDuplicate: false,
        isSkipped: false,
        reasons: 'Date of birth has the day first, but the file is read with the month first',
      },
    ]);
    expect(await done(id)).toMatchObject({ status: 'Finished', imported: 3 });
    const { rows } = await portal.owner.query(
      'select mixed_dates, found_values from patient_imports where id = $1',
      [id],
    );
    expect(rows).toEqual([{ mixed_dates: null, found_values: null }]);
  });

  it('that may be placeholders are accepted one by one', async () => {
    const old = 'Date of birth is more than 115 years ago';
    const { id } = await desk.uploaded(
      'Last,First,DOB\nOld,Ann,01/01/1901\nOld,Bob,1/1/1970\nOld,Cy,1/1/1900\n',
    );
    expect(await desk.check(id, { columns })).toMatchObject({ imported: 0, failed: 3 });
    expect((await desk.details(id)).values.map(({ text, choice }) => [text, choice])).toEqual([
      [old, 'accept'],
      ['Date of birth is 01/01/1970, which some systems write for none', 'accept'],
      ['Date of birth is a placeholder for none', null],
    ]);
    expect(await desk.check(id, { columns, choices: { [old]: 'accept' } })).toMatchObject({
      imported: 1,
      failed: 2,
    });
    expect((await desk.details(id)).notes).toEqual([{ text: `${old}: accepted`, count: 1, lines: [2] }]);
    expect(await done(id)).toMatchObject({ imported: 1 });
  });
});
