import * as imports from '@portal/contract/patient-imports';
import { patientGet, patientList, patientUpdate } from '@portal/contract/patients';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { ImportDesk, importFile } from './test/import-desk.ts';

const COLUMNS = {
  lastName: ['Last'],
  firstName: ['First'],
  dateOfBirth: ['DOB'],
  status: ['Status'],
  deathDate: ['Died'],
};
const FILE = [
  'Last,First,DOB,Status,Died',
  'Adler,Ann,1/5/1941,Active,0000-00-00',
  'Brandt,Bo,1/5/1942,Active,5/6/2019',
  'Conklin,Cy,1/5/1943,Deceased,',
  'Dillard,Di,1/5/1944,Merged,',
  'Espinoza,Ed,1/5/1945,,',
  'Fontaine,Flo,1/5/1946,P,',
].join('\n');

describe('the status of imported patients', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let desk: ImportDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    desk = new ImportDesk(portal, admin);
  });
  afterAll(() => portal.close());

  async function find(search: string) {
    const query = { search, includeInactive: 'true' } as const;
    const { data } = await portal.succeed(patientList, { query }, admin);
    return data.find(({ lastName }) => lastName === search);
  }

  it('is asked for where it is blank or unknown, and keeps deaths and their dates', async () => {
    const { id } = await desk.uploaded(FILE);
    expect(await desk.check(id, { columns: COLUMNS })).toMatchObject({
      rowsDone: 6,
      imported: 3,
      failed: 2,
      duplicates: 0,
      skipped: 1,
    });
    const { problems, words } = await desk.details(id);
    expect(problems).toEqual([
      { line: 5, isDuplicate: false, isSkipped: true, reasons: 'Status “merged” is skipped' },
      {
        line: 6,
        isDuplicate: false,
        isSkipped: false,
        reasons: 'Status is blank in this row; choose what that means',
      },
      {
        line: 7,
        isDuplicate: false,
        isSkipped: false,
        reasons: 'Status has a word that is not understood; choose what it means',
      },
    ]);
    expect(words.map(({ word, count, meaning }) => [word, count, meaning])).toEqual([
      ['active', 2, 'Active'],
      ['deceased', 1, 'Deceased'],
      ['merged', 1, 'Skip'],
      ['p', 1, null],
      ['(blank)', 1, null],
    ]);
    const answers = { status: { '(blank)': 'Inactive', p: 'Skip' } };
    expect(await desk.check(id, { columns: COLUMNS, words: answers })).toMatchObject({
      imported: 4,
      failed: 0,
      skipped: 2,
    });
    await desk.start(id);
    expect(await desk.status(id)).toMatchObject({ status: 'Finished', rowsDone: 6, imported: 4, skipped: 2 });

    const alive = { isActive: true, isDeceased: false, dateOfDeath: null };
    expect(await find('Adler')).toMatchObject(alive);
    expect(await find('Brandt')).toMatchObject({
      isActive: false,
      isDeceased: true,
      dateOfDeath: '2019-05-06',
    });
    expect(await find('Conklin')).toMatchObject({ isActive: false, isDeceased: true, dateOfDeath: null });
    expect(await find('Dillard')).toBeUndefined();
    expect(await find('Espinoza')).toMatchObject({ ...alive, isActive: false });
  });

  it('survives an edit of another field, and is in the audit log', async () => {
    await importFile(portal.deps, 'Last,First,DOB,Death Date\nGallagher,Gus,1/5/1947,5/6/2019');
    const row = await find('Gallagher');
    const params = { id: row?.id ?? '' };
    const { city: _city, ...patient } = await portal.succeed(patientGet, { params, query: {} }, admin);
    const { firstName, lastName, dateOfBirth } = patient;
    const body = { firstName, lastName, dateOfBirth, city: 'Austin' };
    await portal.succeed(patientUpdate, { params, body }, admin);
    expect(await portal.succeed(patientGet, { params, query: {} }, admin)).toMatchObject({
      city: 'Austin',
      isDeceased: true,
      dateOfDeath: '2019-05-06',
    });
    expect((await auditOf(portal, 'Patient', params.id))[0]?.new_values).toMatchObject({
      isDeceased: true,
      dateOfDeath: '2019-05-06',
    });
  });

  it('asks what unknown words mean, and is never guessed', async () => {
    const content =
      'Last,First,DOB,Patient Status,Patient Sex,Deceased Date\n' +
      ['Active,F,0000-00-00', 'Established,M,', 'Established,Z,NULL', 'Deceased,F,', 'Active,F,5/5/2019']
        .map((cells, n) => `Worded${'abcde'[n]},Ann,1/${n + 5}/1980,${cells}\n`)
        .join('');
    const { id } = await desk.uploaded(content);
    const { mapping: columns } = await desk.details(id);
    expect(columns).toMatchObject({ status: ['Patient Status'], gender: ['Patient Sex'] });
    expect(await desk.check(id, { columns })).toMatchObject({ imported: 3, failed: 2 });
    const found = await desk.details(id);
    expect(found.words).toEqual([
      { field: 'gender', word: 'f', count: 3, meaning: 'Female' },
      { field: 'gender', word: 'm', count: 1, meaning: 'Male' },
      { field: 'gender', word: 'z', count: 1, meaning: null },
      { field: 'status', word: 'active', count: 2, meaning: 'Active' },
      { field: 'status', word: 'established', count: 2, meaning: null },
      { field: 'status', word: 'deceased', count: 1, meaning: 'Deceased' },
    ]);
    expect(found.problems[0]).toMatchObject({
      line: 3,
      reasons: 'Status has a word that is not understood; choose what it means',
    });
    const wrong = await portal.raw({
      method: 'POST',
      url: `/api/admin/patient-import/${id}/check`,
      token: admin.token,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ columns, dateOrder: null, words: { status: { established: 'Alive' } } }),
    });
    expect(wrong).toMatchObject({ status: 400, body: { message: expect.anything() } });
    const words = { status: { established: 'Active' }, gender: { z: 'None' } };
    expect(await desk.check(id, { columns, words })).toMatchObject({ imported: 5, failed: 0 });
    await portal.succeed(imports.importMappingSave, { body: { importId: id, name: 'Words' } }, admin);
    await desk.start(id);
    await desk.status(id);
    const { rows } = await portal.owner.query(
      `select last_name, is_active, gender from patients where last_name like 'Worded%' order by last_name`,
    );
    expect(rows).toEqual([
      { last_name: 'Wordeda', is_active: true, gender: 'Female' },
      { last_name: 'Wordedb', is_active: true, gender: 'Male' },
      { last_name: 'Wordedc', is_active: true, gender: null },
      { last_name: 'Wordedd', is_active: false, gender: 'Female' },
      { last_name: 'Wordede', is_active: false, gender: 'Female' },
    ]);
    const second = await desk.uploaded(content);
    expect(await desk.details(second.id)).toMatchObject({ answers: words });
    await portal.succeed(imports.patientImportDiscard, { params: { id: second.id } }, admin);
  });
});
