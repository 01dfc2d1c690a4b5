import * as imports from '@portal/contract/patient-imports';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PermissionName } from '@portal/domain/permissions';
import { makePatient, overridePermission, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { ImportDesk } from './test/import-desk.ts';

const HEADER = 'Last,First,DOB,SSN,Other';
const COLUMNS = {
  lastName: ['Last'],
  firstName: ['First'],
  dateOfBirth: ['DOB'],
  socialSecurityNumber: ['SSN'],
  leftOut: ['Other'],
};
/** A stored number under an invented name, the same number twice, and a row that fails. */
const GUESSES = [
  HEADER,
  'Alpha,Ann,1/5/1980,219-09-9998,',
  'Beta,Ben,1/5/1981,219-09-9997,',
  'Gamma,Gus,1/5/1982,219-09-9997,',
  ',Dee,1/5/1983,219-09-9996,old number 219-09-9995',
  ',Eve,1/5/1984,219099994,219099993',
].join('\n');
/** A FHIR patient with a social security number. */
const patient = (family: string, value: string) =>
  JSON.stringify({
    resourceType: 'Patient',
    name: [{ family, given: ['Ann'] }],
    birthDate: '1980-01-05',
    identifier: [{ system: 'http://hl7.org/fhir/sid/us-ssn', value }],
  });
const NUMBER = /219-?09-?999\d/;

describe('imports and the right to view social security numbers', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let limited: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    await makePatient(portal, { lastName: 'Known', ssn: '219099998' });
    admin = await signedInAs(portal, 'Admin');
    limited = await without('Patient.ViewSsn');
  });
  afterAll(() => portal.close());
  beforeEach(async () => {
    await portal.deps.background.settled();
    const { rows } = await portal.owner.query<{ id: string }>(
      `select id from patient_imports where state = 'Draft'`,
    );
    for (const { id } of rows) await portal.succeed(imports.patientImportDiscard, { params: { id } }, admin);
  });

  async function without(...names: PermissionName[]): Promise<SignedInUser> {
    const user = await signedInAs(portal, 'Admin');
    for (const name of names) await overridePermission(portal, user.id, name, false);
    return user;
  }
  const rowsToFix = async (id: string, user: SignedInUser) =>
    (await portal.succeed(imports.patientImportExport, { params: { id } }, user)).blob.text();

  it('compares numbers for those who may view them', async () => {
    const desk = new ImportDesk(portal, admin);
    const checked = await desk.checked(GUESSES, COLUMNS);
    expect(checked).toMatchObject({ imported: 1, failed: 2, duplicates: 2 });
    const { problems, columns, firstLines } = await desk.details(checked.id);
    expect(JSON.stringify([columns, firstLines])).not.toMatch(NUMBER);
    expect(columns?.at(-1)).toEqual({
      name: 'Other',
      values: 2,
      samples: ['old number ***-**-****', '***-**-****'],
    });
    expect(problems[0]?.reasons).toMatch(/same social security number$/);
    expect(await rowsToFix(checked.id, admin)).toMatch(NUMBER);
  });

  it('answers the same without the right, whatever number is stored or repeated', async () => {
    const desk = new ImportDesk(portal, limited);
    const checked = await desk.checked(GUESSES, COLUMNS);
    expect(checked).toMatchObject({ imported: 3, failed: 2, duplicates: 0 });
    const { problems } = await desk.details(checked.id);
    expect(problems.map(({ line, reasons }) => [line, reasons])).toEqual([
      [5, 'Last name is required'],
      [6, 'Last name is required'],
    ]);
    expect(await rowsToFix(checked.id, limited)).toBe(
      [
        `Line,Reason,${HEADER}`,
        '5,Last name is required,,Dee,1/5/1983,***-**-****,old number ***-**-****',
        '6,Last name is required,,Eve,1/5/1984,***-**-****,***-**-****',
        '',
      ].join('\r\n'),
    );
    expect(await desk.start(checked.id)).toMatchObject({ ok: true });
    expect(await desk.status(checked.id)).toMatchObject({ status: 'Finished', imported: 3, duplicates: 0 });
    await desk.undo(checked.id);
    await desk.status(checked.id);
  });

  it('shows nothing of what another administrator’s comparison found', async () => {
    const owner = new ImportDesk(portal, admin);
    const { id } = await owner.checked(GUESSES, COLUMNS);
    const other = new ImportDesk(portal, limited);
    expect(await other.status(id)).toMatchObject({ imported: null, failed: null, duplicates: null });
    for (const endpoint of [imports.patientImportDetails, imports.patientImportExport])
      expect(await portal.call(endpoint, { params: { id } }, limited)).toMatchObject({ status: 403 });
    expect(await other.start(id)).toMatchObject({ status: 403 });
    const body = { columns: COLUMNS, dateOrder: null, words: {} };
    expect(await portal.call(imports.patientImportCheck, { params: { id }, body }, limited)).toMatchObject({
      status: 403,
    });
    expect(await owner.start(id)).toMatchObject({ ok: true });
    await owner.status(id);
    const undone = await other.undo(id);
    expect(undone).toMatchObject({ ok: true, body: { imported: null } });
    expect(await other.status(id)).toMatchObject({ status: 'Undone', imported: null });
  });

  it('compares no numbers in a file of FHIR without the right', async () => {
    const file = `${patient('Delta', '219-09-9998')}\n${patient('Echo', '219-09-9990')}\n`;
    const counts = async (user: SignedInUser) => {
      const desk = new ImportDesk(portal, user);
      const { id } = await desk.uploaded(file, 'patients.ndjson');
      const { imported, duplicates } = await desk.check(id, { columns: null });
      await portal.succeed(imports.patientImportDiscard, { params: { id } }, admin);
      return { imported, duplicates };
    };
    expect(await counts(admin)).toEqual({ imported: 1, duplicates: 1 });
    expect(await counts(limited)).toEqual({ imported: 2, duplicates: 0 });
  });

  it('names the key of a mapping that is not understood', async () => {
    const { id } = await new ImportDesk(portal, admin).uploaded(GUESSES);
    const check = (columns: object) =>
      portal.raw({
        method: 'POST',
        url: `/api/admin/patient-import/${id}/check`,
        token: admin.token,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ columns, dateOrder: null }),
      });
    const { status, body } = await check({ ...COLUMNS, frstName: ['First'] });
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringContaining('"columns.frstName":["Unknown field"]'),
    ]);
    const text = JSON.stringify((await check({ ...COLUMNS, firstName: 'First' })).body);
    expect(text).toContain('"columns.firstName":["Columns must be a list"]');
  });

  it.each(['Patient.View', 'Patient.Create'] as const)(
    'needs %s, like adding patients by hand',
    async (name) => {
      const user = await without(name);
      expect(await new ImportDesk(portal, user).upload(GUESSES)).toMatchObject({ status: 403 });
      expect(await portal.call(imports.patientImportList, {}, user)).toMatchObject({ status: 403 });
    },
  );

  it('is undone only by those who may deactivate patients', async () => {
    const desk = new ImportDesk(portal, admin);
    const { id } = await desk.checked(GUESSES, COLUMNS);
    await desk.start(id);
    await desk.status(id);
    const user = await without('Patient.Deactivate');
    expect(await new ImportDesk(portal, user).undo(id)).toMatchObject({ status: 403 });
    expect(await desk.undo(id)).toMatchObject({ ok: true });
    await desk.status(id);
  });
});
