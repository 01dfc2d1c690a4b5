import { alertCreate } from '@portal/contract/patient-alerts';
import { patientGet, patientList, patientUpdate } from '@portal/contract/patients';
import { MOST_BORN_ON_ONE_DAY } from '@portal/domain/similar-names';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makePatient, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { COMMAND } from '#audit/work-entry.ts';
import { findOpen } from './import-repo.ts';
import { check, importFile, nameOf } from './test/import-desk.ts';
import { undoImport } from './undo-import.ts';

const HEADER = 'MRN,Last,First,DOB,SSN,Phone';
const manyRows = (count: number, prefix: string) =>
  [
    HEADER,
    ...Array.from({ length: count }, (_, n) => `${prefix}-${n},${prefix}${nameOf(n)},Ann,1/5/1980,,`),
  ].join('\n');

describe('imports of patients', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());
  const found = async (search: string) => {
    const query = { search, includeInactive: 'true' } as const;
    const { data } = await portal.succeed(patientList, { query }, admin);
    return data
      .filter((row) => row.similar !== true)
      .map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  };
  const countPatients = async () => {
    const { totalCount } = await portal.succeed(patientList, { query: { includeInactive: 'true' } }, admin);
    const { rows } = await portal.owner.query<{ rows: number; searched: number }>(
      'select (select count(*)::int from patients) as rows, (select count(*)::int from patient_search) as searched',
    );
    expect(rows).toEqual([{ rows: totalCount, searched: totalCount }]);
    return totalCount;
  };

  it('say in a dry run what each row becomes, and store nothing', async () => {
    const before = await countPatients();
    const { medicalRecordNumber } = await makePatient(portal, {
      firstName: 'Mary',
      lastName: 'Known',
      dateOfBirth: '1970-01-02',
      ssn: '123456780',
    });
    const rows = await check(
      portal.deps,
      [
        HEADER,
        'A-1,Roe,Jane,1/5/1980,,(410) 555-0123',
        'A-2,Roe,Jane M.,1980-01-05,,',
        'A-3,Known,Mary Ann,1/2/1970,,',
        'A-4,Other,Tom,1/2/1971,123-45-6780,',
        'A-5,,Ann,1/5/1980,,555-0123',
        `A-6,${'x'.repeat(101)},Ann,1/5/1980,,`,
        'A-7,Roe\u202E,Ann,1/5/1980,999-12-3456,',
        'A-8,Old,Ann,1/5/1899,,',
      ].join('\n'),
    );
    expect(
      rows.map((row) => [row.row.line, row.outcome, 'reasons' in row ? row.reasons : row.notes]),
    ).toEqual([
      [2, 'import', []],
      [3, 'duplicate', ['Likely the same person as on line 2: same birth date, same or similar name']],
      [
        4,
        'duplicate',
        [`Likely the same person as patient ${medicalRecordNumber}: same birth date, similar name`],
      ],
      [
        5,
        'duplicate',
        [`Likely the same person as patient ${medicalRecordNumber}: same social security number`],
      ],
      [6, 'fail', ['Last name is required', 'Phone has no area code']],
      [7, 'fail', ['Last name can have at most 100 characters']],
      [8, 'fail', ['Last name contains characters that are not allowed']],
      [9, 'fail', ['Date of birth must be on or after 01/01/1900']],
    ]);
    expect(await countPatients()).toBe(before + 1);
  });

  it('find names one letter off in the file and in the practice, but not twins', async () => {
    const { medicalRecordNumber: mrn } = await makePatient(portal, {
      firstName: 'Rajeshwari',
      lastName: 'Murugan',
      dateOfBirth: '1968-04-12',
    });
    const rows = await check(
      portal.deps,
      [
        'Last,First,DOB,Sex',
        'Murgan,Rajeshwari,4/12/1968,F',
        'Ostrowski,Helena,4/12/1968,F',
        'Ostrovski,Helena,4/12/1968,F',
        'Helene,Ostrowski,4/12/1968,',
        'Rossi,Mario,4/12/1968,M',
        'Rossi,Maria,4/12/1968,F',
        'Ostrovski,Helena,4/13/1968,F',
        'Rossi,Jan,4/12/1968,M',
        'Rossi,Jon,4/12/1968,M',
      ].join('\n'),
    );
    expect(rows.map((row) => ('reasons' in row ? row.reasons : []))).toEqual([
      [`Likely the same person as patient ${mrn}: same birth date, name differs by one letter`],
      [],
      ['Likely the same person as on line 3: same birth date, name differs by one letter'],
      ['Likely the same person as on line 3: same birth date, name differs by one letter'],
      [],
      [],
      [],
      [],
      [],
    ]);
  });

  it('compare names one letter off only on dates that are no placeholders', async () => {
    const crowd = Array.from({ length: MOST_BORN_ON_ONE_DAY }, (_, n) => `Crowd${nameOf(n)},Ann,1/1/1950`);
    const rows = await check(
      portal.deps,
      ['Last,First,DOB', 'Ostrowski,Helena,1/1/1950', 'Ostrovski,Helena,1/1/1950', ...crowd].join('\n') +
        '\nOstrowsky,Helena,1/1/1950\nOstrowski,Helena,1/1/1950',
    );
    expect(rows.map(({ outcome }) => outcome)).toEqual([
      'import',
      'duplicate',
      ...crowd.map(() => 'import'),
      'import',
      'duplicate',
    ]);
  });

  it('record whom a dry run showed', async () => {
    const { id } = await makePatient(portal, {
      firstName: 'Ida',
      lastName: 'Shown',
      dateOfBirth: '1970-01-02',
    });
    await check(portal.deps, `${HEADER}\n,Shown,Ida,1/2/1970,,`);
    const { rows } = await portal.owner.query(
      `select new_values from audit_log where action = 'Accessed' and reason = 'import command' and new_values::text like $1`,
      [`%${id}%`],
    );
    expect(rows).toEqual([{ new_values: { patientIds: [id] } }]);
  });

  it('add patients with their former numbers, audit entries and social security numbers', async () => {
    const before = await countPatients();
    const ended = await importFile(
      portal.deps,
      `${HEADER}\nQX-4711,Núñez,José,1/5/1980,123-45-6789,(410) 555-0199\nQX-4712,,Bad,1/5/1980,,\n`,
    );
    expect(ended).toMatchObject({ state: 'Finished', rows_done: 2, imported: 1, failed: 1, duplicates: 0 });
    expect(await countPatients()).toBe(before + 1);
    for (const search of ['QX-4711', 'qx4711', '4711', 'nunez', '555-0199'])
      expect(await found(search)).toEqual(['José Núñez']);

    const { data } = await portal.succeed(patientList, { query: { search: 'nunez' } }, admin);
    const id = data[0]?.id ?? '';
    const patient = await portal.succeed(patientGet, { params: { id } }, admin);
    expect(patient).toMatchObject({
      formerMrn: 'QX-4711',
      dateOfBirth: '1980-01-05',
      socialSecurityNumber: '***-**-6789',
    });
    const entries = await auditOf(portal, 'Patient', id);
    const entry = entries.find(({ action }) => action === 'Created');
    expect(entry).toMatchObject({
      patient_id: id,
      reason: 'import command',
      new_values: {
        formerMrn: 'QX-4711',
        lastName: 'Núñez',
        socialSecurityNumber: 'set',
        importId: ended.id,
      },
    });
    expect(JSON.stringify(entry)).not.toMatch(/45-?6789|\*-6789/);

    const { version, ...fields } = patient;
    const { firstName, lastName, dateOfBirth } = fields;
    const body = { firstName, lastName, dateOfBirth, phone: '4105550100', version };
    await portal.succeed(patientUpdate, { params: { id }, body }, admin);
    expect(await found('QX-4711')).toEqual(['José Núñez']);
    await expect(undoImport(portal.deps, ended.id, COMMAND)).rejects.toThrow(
      'The import can no longer be undone: 1 of its patients was changed or used.',
    );
  });

  it('cannot be undone once somebody has added an alert to one of its patients', async () => {
    const before = await countPatients();
    const ended = await importFile(portal.deps, manyRows(2, 'Alerted'));
    const { data } = await portal.succeed(patientList, { query: { search: 'Alerted' } }, admin);
    const id = data[0]?.id ?? '';
    await portal.succeed(alertCreate, { params: { id }, body: { text: 'Latex allergy' } }, admin);
    await expect(undoImport(portal.deps, ended.id, COMMAND)).rejects.toThrow(
      'The import can no longer be undone: 1 of its patients was changed or used.',
    );
    expect(await countPatients()).toBe(before + 2);
  });

  it('can be undone as a whole while no patient was used', async () => {
    const before = await countPatients();
    const ended = await importFile(portal.deps, manyRows(1200, 'Undo'));
    expect(await countPatients()).toBe(before + 1200);
    await undoImport(portal.deps, ended.id, COMMAND);
    expect(await countPatients()).toBe(before);
    await expect(undoImport(portal.deps, ended.id, COMMAND)).rejects.toThrow(
      'This import was undone already.',
    );
    const { rows } = await portal.owner.query(
      `select action, entity_type, count(*)::int from audit_log where new_values ->> 'importId' = $1
         or old_values ->> 'importId' = $1 or entity_id = $1 group by 1, 2 order by 1, 2`,
      [ended.id],
    );
    expect(rows).toEqual([
      { action: 'Created', entity_type: 'Patient', count: 1200 },
      { action: 'Created', entity_type: 'PatientImport', count: 1 },
      { action: 'Deleted', entity_type: 'Patient', count: 1200 },
      { action: 'Deleted', entity_type: 'PatientImport', count: 1 },
    ]);
  });

  it.each([
    ['canceled', { stopAfter: 1 }],
    ['cut off', { failAfter: 1 }],
  ])('continue after they were %s, with the same file only', async (prefix, stop) => {
    const before = await countPatients();
    const content = manyRows(1100, prefix.replace(' ', ''));
    const first = await importFile(portal.deps, content, stop).catch((error: unknown) => String(error));
    expect(typeof first === 'string' ? first : first.state).toMatch(/^(?:Unfinished|Error: killed)$/);
    expect(await findOpen(portal.deps.db)).toMatchObject({ rows_done: 500, imported: 500 });
    expect(await countPatients()).toBe(before + 500);
    await expect(importFile(portal.deps, manyRows(1, 'Else'))).rejects.toThrow(
      /^The import of patients\.csv is not finished\. Continue it with the same file, or undo it/,
    );
    expect(await importFile(portal.deps, content)).toMatchObject({
      state: 'Finished',
      rows_done: 1100,
      imported: 1100,
      duplicates: 0,
    });
    expect(await countPatients()).toBe(before + 1100);
  });

  it('commit a batch only once its rows to fix are kept', async () => {
    const before = await countPatients();
    const content = `${manyRows(10, 'Kept')}\nKept-bad,,Ann,1/5/1980,,`;
    const kept: string[] = [];
    const full = { beforeCommit: () => Promise.reject(new Error('disk full')) };
    await expect(importFile(portal.deps, content, full)).rejects.toThrow('disk full');
    expect(await findOpen(portal.deps.db)).toMatchObject({ rows_done: 0 });
    expect(await countPatients()).toBe(before);
    const ended = await importFile(portal.deps, content, {
      beforeCommit: async (rows) => {
        const { rows: open } = await portal.owner.query(
          `select rows_done from patient_imports where state = 'Unfinished'`,
        );
        expect(open).toEqual([{ rows_done: 0 }]);
        kept.push(...rows.filter(({ outcome }) => outcome === 'fail').map(({ row }) => row.cells[0] ?? ''));
      },
    });
    expect([ended.imported, ended.failed, kept]).toEqual([10, 1, ['Kept-bad']]);
  });

  it('that are not finished can be undone', async () => {
    const before = await countPatients();
    const { id } = await importFile(portal.deps, manyRows(600, 'Half'), { stopAfter: 1 });
    await undoImport(portal.deps, id, COMMAND);
    expect(await countPatients()).toBe(before);
    expect(await findOpen(portal.deps.db)).toBeUndefined();
  });

  it('of the same file again find only duplicates', async () => {
    const content = manyRows(20, 'Twice');
    await importFile(portal.deps, content);
    expect(await importFile(portal.deps, content)).toMatchObject({ imported: 0, duplicates: 20 });
  });
});
