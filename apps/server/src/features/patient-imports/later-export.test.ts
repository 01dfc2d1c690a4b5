import * as imports from '@portal/contract/patient-imports';
import { patientGet, patientUpdate, type Patient } from '@portal/contract/patients';
import { FILL_BLANKS, UPDATE_FIELDS, type UpdateChoice } from '@portal/domain/patient-import/updates';
import type { PermissionName } from '@portal/domain/permissions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf, overridePermission, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { COMMAND } from '#audit/work-entry.ts';
import { check, ImportDesk, importFile, nameOf } from './test/import-desk.ts';
import { undoImport } from './undo-import.ts';

const HEADER = 'MRN,Last,First,DOB,Phone,Email,City,SSN,Secondary Insurance';
const COLUMNS = {
  formerMrn: ['MRN'],
  lastName: ['Last'],
  firstName: ['First'],
  dateOfBirth: ['DOB'],
  phone: ['Phone'],
  email: ['Email'],
  city: ['City'],
  socialSecurityNumber: ['SSN'],
  secondaryInsuranceProvider: ['Secondary Insurance'],
};
const ALL: UpdateChoice = Object.fromEntries(UPDATE_FIELDS.map((field) => [field, 'edited' as const]));
const file = (...rows: readonly string[]) => [HEADER, ...rows].join('\n');

describe('a later export of the same system', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let desk: ImportDesk;
  let counter = 0;
  /** Distinguishes the patients of the tests. */
  let x = '';
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    desk = new ImportDesk(portal, admin);
  });
  afterAll(() => portal.close());
  beforeEach(async () => {
    counter += 1;
    x = 'abcdefghijklmnopqrstuvwxyz'.charAt(counter).repeat(2);
    await portal.deps.background.settled();
    const { rows } = await portal.owner.query<{ id: string; state: string }>(
      `select id, state from patient_imports where state in ('Draft', 'Unfinished')`,
    );
    for (const { id, state } of rows)
      if (state === 'Draft') await portal.succeed(imports.patientImportDiscard, { params: { id } }, admin);
      else await undoImport(portal.deps, id, COMMAND);
  });

  const patientOf = async (number: string): Promise<Patient> => {
    const { rows } = await portal.owner.query<{ id: string }>(
      'select id from patients where former_mrn = $1',
      [number],
    );
    const query = { fullSsn: 'true' } as const;
    return portal.succeed(patientGet, { params: { id: rows[0]?.id ?? '' }, query }, admin);
  };
  const edit = async (number: string, change: Partial<Patient>) => {
    const { id, firstName, lastName, dateOfBirth, phone, email, city, version } = await patientOf(number);
    const body = { firstName, lastName, dateOfBirth, phone, email, city, version, ...change };
    return portal.succeed(patientUpdate, { params: { id }, body }, admin);
  };
  const updatesOf = (id: string, updates: UpdateChoice, user = admin) =>
    portal.call(imports.patientImportUpdates, { params: { id }, body: { updates } }, user);
  const found = (id: string, updates: UpdateChoice) =>
    portal.succeed(imports.patientImportUpdates, { params: { id }, body: { updates } }, admin);
  const without = async (...names: PermissionName[]) => {
    const user = await signedInAs(portal, 'Admin');
    for (const name of names) await overridePermission(portal, user.id, name, false);
    return user;
  };
  /** More rows than a batch has. */
  const manyRows = (phone: string) =>
    Array.from({ length: 620 }, (_, n) => `${x}-${n},Kept${x}${nameOf(n)},Ann,1/5/1980,${phone},,,,`);
  /** Two patients: the first has a phone that somebody has changed since. */
  const first = async () => {
    await importFile(
      portal.deps,
      file(`${x}1,Later${x},Ann,1/5/1980,(410) 555-0101,,Boston,,`, `${x}2,Later${x},Bea,1/6/1980,,,Salem,,`),
    );
    await edit(`${x}1`, { phone: '4105550199' });
  };
  const second = () =>
    desk.checked(
      file(
        `${x}1,Later${x},Ann,1/5/1980,(410) 555-0102,ann@example.com,Quincy,,Cigna`,
        `${x}2,Later${x},Bea,1/6/1980,,,Salem,,`,
        `${x}3,Later${x},Cleo,1/7/1980,,,,,`,
      ),
      COLUMNS,
    );

  it('shows field by field what differs, and imports the new patients', async () => {
    await first();
    const checked = await second();
    expect(checked).toMatchObject({ imported: 1, updated: 1, unchanged: 1, failed: 0, duplicates: 0 });
    const { id, medicalRecordNumber } = await patientOf(`${x}1`);
    const result = await found(checked.id, FILL_BLANKS);
    expect(result).toMatchObject({
      patients: 1,
      rows: [
        {
          line: 2,
          patient: { id, medicalRecordNumber },
          changes: [
            { field: 'city', kind: 'different', now: 'Boston', next: 'Quincy' },
            { field: 'phone', kind: 'edited', now: '4105550199', next: '4105550102' },
            { field: 'email', kind: 'blank', now: null, next: 'ann@example.com' },
            { field: 'secondaryInsuranceProvider', kind: 'blank', now: null, next: 'Cigna' },
          ],
        },
      ],
    });
    expect(result.fields).toContainEqual({ field: 'phone', kind: 'edited', count: 1 });
    expect((await found(checked.id, { phone: 'different' })).patients).toBe(0);
    expect((await found(checked.id, { phone: 'edited' })).patients).toBe(1);
    const accessed = await auditOf(portal, 'PatientImport', checked.id);
    expect(accessed.at(-1)).toMatchObject({ action: 'Accessed', new_values: { patientIds: [id] } });
    await desk.start(checked.id);
    expect(await desk.status(checked.id)).toMatchObject({
      status: 'Finished',
      imported: 1,
      updated: 0,
      duplicates: 2,
    });
    expect((await patientOf(`${x}1`)).version).toBe(2);
  });

  it('updates the chosen fields, and an undo restores them', async () => {
    await first();
    const before = await patientOf(`${x}1`);
    const checked = await second();
    await desk.start(checked.id, false, { ...FILL_BLANKS, city: 'different' });
    expect(await desk.status(checked.id)).toMatchObject({
      status: 'Finished',
      imported: 1,
      updated: 1,
      unchanged: 1,
      duplicates: 0,
    });
    const after = await patientOf(`${x}1`);
    expect(after).toMatchObject({
      version: 3,
      phone: '4105550199',
      email: 'ann@example.com',
      city: 'Quincy',
      formerCoverage: { secondaryInsuranceProvider: 'Cigna' },
    });
    const entries = await auditOf(portal, 'Patient', before.id);
    expect(entries.find((entry) => entry.new_values?.importId === checked.id)).toMatchObject({
      user_id: admin.id,
      patient_id: before.id,
      old_values: { city: 'Boston', email: null },
      new_values: { city: 'Quincy', email: 'ann@example.com', importId: checked.id },
    });
    const { rows } = await portal.owner.query(
      `select description, entity_id from activities where entity_type = 'Patient' order by at desc, id desc limit 2`,
    );
    expect(rows).toEqual([
      { description: 'Patients were imported from another system', entity_id: null },
      { description: 'Patients were updated by an import or its undo', entity_id: null },
    ]);

    const named = await portal.succeed(imports.patientImportPatients, { params: { id: checked.id } }, admin);
    expect(named).toMatchObject({
      patients: [{ firstName: 'Cleo' }],
      updated: [{ firstName: 'Ann' }],
      used: [],
    });
    await desk.undo(checked.id);
    expect(await desk.status(checked.id)).toMatchObject({ status: 'Undone' });
    expect(await patientOf(`${x}1`)).toEqual({ ...before, version: 4 });
    expect(await desk.undo(checked.id)).toMatchObject({ status: 409 });
    const { rows: left } = await portal.owner.query(
      'select state, changes from patient_import_updates where import_id = $1',
      [checked.id],
    );
    expect(left).toEqual([{ state: 'Undone', changes: [] }]);
  });

  it('names the rows of who has died or is inactive, whether patients are updated or not', async () => {
    await importFile(
      portal.deps,
      file(`${x}1,Later${x},Ann,1/5/1980,,,,,`, `${x}2,Late${x}r,Bea,1/6/1980,,,,,`),
    );
    const content = [
      'MRN,Last,First,DOB,Phone,Died,State of Chart',
      `${x}1,Later${x},Ann,1/5/1980,(410) 555-0101,2/3/2026,Active`,
      `${x}2,Late${x}r,Bea,1/6/1980,,,Inactive`,
    ].join('\n');
    const { formerMrn, lastName, firstName, dateOfBirth, phone } = COLUMNS;
    const columns = {
      formerMrn,
      lastName,
      firstName,
      dateOfBirth,
      phone,
      deathDate: ['Died'],
      status: ['State of Chart'],
    };
    const died = 'Deceased in the file, but not in the portal: record the death there';
    const left = 'Inactive in the file, but active in the portal: left active';
    const earlier = await desk.checked(content, columns);
    expect((await desk.details(earlier.id)).notes).toEqual([
      { text: died, count: 1, lines: [2] },
      { text: left, count: 1, lines: [3] },
    ]);
    await desk.discard(earlier.id);
    const mrns = [
      (await patientOf(`${x}1`)).medicalRecordNumber,
      (await patientOf(`${x}2`)).medicalRecordNumber,
    ];
    const rows = await check(
      portal.deps,
      content.replace('State of Chart', 'Status').replace('Died', 'Death Date'),
    );
    expect(rows.map((row) => ('reasons' in row ? row.reasons : []))).toEqual([
      [`Former MRN is patient ${mrns[0]}’s`, died],
      [`Former MRN is patient ${mrns[1]}’s`, left],
    ]);
    const checked = await desk.checked(content, columns);
    await desk.start(checked.id, false, FILL_BLANKS);
    expect(await desk.status(checked.id)).toMatchObject({ updated: 1, unchanged: 1 });
    const params = { id: checked.id };
    const { blob } = await portal.succeed(imports.patientImportNotesExport, { params }, admin);
    const lines = (await blob.text()).split('\r\n');
    expect(lines.filter((line) => line.includes(died) || line.includes(left))).toHaveLength(2);
    expect(await patientOf(`${x}1`)).toMatchObject({
      isDeceased: false,
      isActive: true,
      phone: '4105550101',
    });
    expect(await patientOf(`${x}2`)).toMatchObject({ isActive: true });
  });

  it('can be undone before the import that added its patients', async () => {
    const one = await importFile(portal.deps, file(`${x}1,Later${x},Ann,1/5/1980,,,,,`));
    const two = await importFile(portal.deps, file(`${x}1,Later${x},Ann,1/5/1980,(410) 555-0101,,,,`), {
      updates: FILL_BLANKS,
    });
    expect(two).toMatchObject({ imported: 0, updated: 1 });
    await expect(undoImport(portal.deps, one.id, COMMAND)).rejects.toThrow('1 of its patients was changed');
    await undoImport(portal.deps, two.id, COMMAND);
    await undoImport(portal.deps, one.id, COMMAND);
    const { rows } = await portal.owner.query('select from patients where former_mrn = $1', [`${x}1`]);
    expect(rows).toEqual([]);
  });

  it('tells the values of an earlier update from those that somebody has changed', async () => {
    await importFile(portal.deps, file(`${x}1,Later${x},Ann,1/5/1980,,,,,`));
    await importFile(portal.deps, file(`${x}1,Later${x},Ann,1/5/1980,(410) 555-0101,,,,`), {
      updates: FILL_BLANKS,
    });
    const { id } = await desk.checked(file(`${x}1,Later${x},Ann,1/5/1980,(410) 555-0102,,,,`), COLUMNS);
    expect((await found(id, {})).fields).toEqual([{ field: 'phone', kind: 'different', count: 1 }]);
  });

  it('changes nobody whom somebody has changed after the check', async () => {
    await first();
    const { id } = await second();
    const { medicalRecordNumber } = await edit(`${x}1`, { city: 'Lynn' });
    await desk.start(id, false, ALL);
    expect(await desk.status(id)).toMatchObject({ status: 'Finished', imported: 1, updated: 0, failed: 1 });
    expect(await patientOf(`${x}1`)).toMatchObject({ version: 3, city: 'Lynn', email: null });
    expect((await desk.details(id)).problems).toEqual([
      {
        line: 2,
        isDuplicate: false,
        isSkipped: false,
        reasons: `Patient ${medicalRecordNumber} was changed after the check, so it was not updated`,
      },
    ]);
  });

  it('cannot be undone once a patient was changed again, and says which', async () => {
    await first();
    const { id } = await second();
    await desk.start(id, false, ALL);
    await desk.status(id);
    await edit(`${x}1`, { city: 'Lynn' });
    const refused = await desk.undo(id);
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused)).toContain(
      'can no longer be undone: 1 of its patients was changed or used',
    );
    const { used } = await portal.succeed(imports.patientImportPatients, { params: { id } }, admin);
    expect(used).toMatchObject([{ firstName: 'Ann', lastName: `Later${x}` }]);
    await expect(undoImport(portal.deps, id, COMMAND)).rejects.toThrow('can no longer be undone');
    expect(await patientOf(`${x}3`)).toMatchObject({ firstName: 'Cleo' });
  });

  it('updates social security numbers only for those who may view them', async () => {
    const numbered = (ssn: string) => file(`${x}1,Later${x},Ann,1/5/1980,,,,${ssn},`);
    await importFile(portal.deps, numbered(''));
    const limited = new ImportDesk(portal, await without('Patient.ViewSsn'));
    const unseen = await limited.checked(numbered('219-09-9101'), COLUMNS);
    expect(unseen).toMatchObject({ updated: 0, unchanged: 1 });
    await portal.succeed(imports.patientImportDiscard, { params: { id: unseen.id } }, admin);

    const added = await desk.checked(numbered('219-09-9101'), COLUMNS);
    const { rows } = await found(added.id, FILL_BLANKS);
    expect(rows[0]?.changes).toEqual([
      { field: 'socialSecurityNumber', kind: 'blank', now: null, next: 'set' },
    ]);
    expect(await limited.start(added.id, false, FILL_BLANKS)).toMatchObject({ status: 403 });
    await desk.start(added.id, false, FILL_BLANKS);
    await desk.status(added.id);
    expect((await patientOf(`${x}1`)).socialSecurityNumber).toBe('219-09-9101');

    const changed = await desk.checked(numbered('219-09-9102'), COLUMNS);
    await desk.start(changed.id, false, { socialSecurityNumber: 'different' });
    await desk.status(changed.id);
    const { id, socialSecurityNumber } = await patientOf(`${x}1`);
    expect(socialSecurityNumber).toBe('219-09-9102');
    const entry = (await auditOf(portal, 'Patient', id)).find(
      ({ new_values: values }) => values?.importId === changed.id,
    );
    expect([entry?.old_values, entry?.new_values]).toEqual([
      { socialSecurityNumber: 'set' },
      { socialSecurityNumber: 'changed', importId: changed.id },
    ]);
    expect(await limited.undo(changed.id)).toMatchObject({ status: 403 });
    await desk.undo(changed.id);
    await desk.status(changed.id);
    expect((await patientOf(`${x}1`)).socialSecurityNumber).toBe('219-09-9101');
    const { rows: stored } = await portal.owner.query<{ text: string }>(
      'select changes::text as text from patient_import_updates',
    );
    expect(JSON.stringify(stored)).not.toMatch(/09-?9910/);
  });

  it('removes a social security number that it has added when it is undone', async () => {
    const numbered = (ssn: string) => file(`${x}1,Later${x},Ann,1/5/1980,,,,${ssn},`);
    await importFile(portal.deps, numbered(''));
    const { id } = await desk.checked(numbered('219-09-9103'), COLUMNS);
    await desk.start(id, false, FILL_BLANKS);
    await desk.status(id);
    expect((await patientOf(`${x}1`)).socialSecurityNumber).toBe('219-09-9103');
    await desk.undo(id);
    await desk.status(id);
    expect((await patientOf(`${x}1`)).socialSecurityNumber).toBeNull();
    const { rows } = await portal.owner.query('select ssn, ssn_index from patients where former_mrn = $1', [
      `${x}1`,
    ]);
    expect(rows).toEqual([{ ssn: null, ssn_index: null }]);
  });

  it('updates only for those who may edit patients', async () => {
    await first();
    const { id } = await second();
    const limited = await without('Patient.Edit');
    const other = new ImportDesk(portal, limited);
    expect(await updatesOf(id, FILL_BLANKS, limited)).toMatchObject({ status: 403 });
    expect(await other.start(id, false, FILL_BLANKS)).toMatchObject({ status: 403 });
    await desk.start(id, false, FILL_BLANKS);
    expect(await desk.status(id)).toMatchObject({ updated: 1 });
    expect(await other.undo(id)).toMatchObject({ status: 403 });
    expect(await desk.undo(id)).toMatchObject({ ok: true });
  });

  it('stops when the right to edit is taken away, and somebody else continues', async () => {
    await importFile(portal.deps, file(...manyRows('')));
    const editor = await signedInAs(portal, 'Admin');
    const again = file(...manyRows('(410) 555-0101'));
    const stopped = importFile(portal.deps, again, {
      updates: FILL_BLANKS,
      actor: { ...COMMAND, userId: editor.id },
      afterBatch: () => overridePermission(portal, editor.id, 'Patient.Edit', false),
    });
    await expect(stopped).rejects.toThrow('no longer has the permissions that it needs');
    expect(await importFile(portal.deps, again, { updates: FILL_BLANKS })).toMatchObject({
      state: 'Finished',
      updated: 620,
    });
  });

  it('is continued after a kill without updating anybody twice', async () => {
    await importFile(portal.deps, file(...manyRows('')));
    const again = file(...manyRows('(410) 555-0101'));
    const options = { updates: FILL_BLANKS };
    await expect(importFile(portal.deps, again, { ...options, failAfter: 1 })).rejects.toThrow('killed');
    expect(await importFile(portal.deps, again, options)).toMatchObject({
      state: 'Finished',
      imported: 0,
      updated: 620,
    });
    const { rows: versions } = await portal.owner.query(
      `select version, count(*)::int as count from patients where former_mrn like $1 group by version`,
      [`${x}-%`],
    );
    expect(versions).toEqual([{ version: 2, count: 620 }]);
  });
});
