import { patientList, patientUpdate } from '@portal/contract/patients';
import { searchEverything } from '@portal/contract/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makePatient, overridePermission, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

describe('similar names', () => {
  let portal: TestPortal;
  let staff: SignedInUser;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    portal = await openTestPortal();
    staff = await signedInAs(portal, 'Staff');
    for (const [firstName, lastName, dateOfBirth] of [
      ['Anne', 'Murray', '1961-02-03'],
      ['Mary', 'Quimby', '1970-01-01'],
      ['John', 'Smith', '1944-05-06'],
      ['John', 'Smithson', '1950-05-06'],
      ['Joan', 'Smith', '1980-01-05'],
      ['Catherine', 'Gonzalez', '1990-07-08'],
      ['Siobhán', "O'Brien-Núñez", '1955-10-10'],
      ['Иван', 'Петров', '1961-04-12'],
    ] as const) {
      const { id } = await makePatient(portal, { firstName, lastName, dateOfBirth });
      ids.set(id, `${firstName} ${lastName}`);
    }
    const inactive = await makePatient(portal, { firstName: 'Ian', lastName: 'Murrey', isActive: false });
    ids.set(inactive.id, 'Ian Murrey');
  });
  afterAll(() => portal.close());

  async function found(search: string, more: Record<string, string> = {}): Promise<string[]> {
    const { data, totalCount, totalCountIsApproximate } = await portal.succeed(
      patientList,
      { query: { search, ...more } },
      staff,
    );
    expect([totalCount, totalCountIsApproximate]).toEqual([data.length, false]);
    return data.map(({ id, similar }) => `${similar === true ? '~' : ''}${ids.get(id)}`);
  }

  it.each([
    ['murry', ['~Anne Murray']],
    ['Muray', ['~Anne Murray']],
    ['jon smyth', ['~Joan Smith', '~John Smith']],
    ['Smyth, Jon', ['~Joan Smith', '~John Smith']],
    ['john smith', ['John Smith', 'John Smithson', '~Joan Smith']],
    ['simth john', ['~Joan Smith', '~John Smith']],
    ['katherine gonzales', ['~Catherine Gonzalez']],
    ['katherine gonz', ['~Catherine Gonzalez']],
    ['obrian', ["~Siobhán O'Brien-Núñez"]],
    ['o’brian nunes', ["~Siobhán O'Brien-Núñez"]],
    ['jon 5/6/1944', ['~John Smith']],
    ['smyth 050644', ['~John Smith']],
  ])('%j finds %j', async (search, names) => {
    expect(await found(search)).toEqual(names);
  });

  it.each(['jon gonzales', 'smyth 1/1/1900', 'zzyzx', 'petrov', 'петрав', 'mr', '123', 'murry 4105550000'])(
    '%j finds nobody',
    async (search) => {
      expect(await found(search)).toEqual([]);
    },
  );

  it.each(['%', "' or 1=1 --", '(.*)', 'a|b|.*', '[a-z]+', '<b>murry</b>x', 'x'.repeat(200), '\uD83D'])(
    '%j is only text',
    async (search) => {
      expect(await found(search)).toEqual([]);
    },
  );

  it('includes inactive patients only if the list does, and follows its order', async () => {
    expect(await found('murry', { includeInactive: 'true' })).toEqual(['~Anne Murray', '~Ian Murrey']);
    expect(await found('murry', { includeInactive: 'true', sortDirection: 'desc' })).toEqual([
      '~Ian Murrey',
      '~Anne Murray',
    ]);
  });

  it('fills what matches leave of the first page', async () => {
    expect(await found('john smith', { pageSize: '2' })).toEqual(['John Smith', 'John Smithson']);
    expect(await found('jon smyth', { pageSize: '1' })).toEqual(['~Joan Smith']);
  });

  it('knows names from the moment they are saved', async () => {
    const { id } = await makePatient(portal, { firstName: 'Ulf', lastName: 'Lindqvist' });
    ids.set(id, 'Ulf');
    expect(await found('lindkvist')).toEqual(['~Ulf']);
    await portal.succeed(
      patientUpdate,
      { params: { id }, body: { firstName: 'Ulf', lastName: 'Abramowitz', dateOfBirth: '1980-01-05' } },
      staff,
    );
    expect(await found('lindkvist')).toEqual([]);
    expect(await found('abramovitz')).toEqual(['~Ulf']);
  });

  it('are found by the search of everything, for those who may list patients, and recorded as shown', async () => {
    const reader = await signedInAs(portal, 'Staff');
    const find = () => portal.succeed(searchEverything, { query: { q: 'murry' } }, reader);
    const { patients } = await find();
    expect(patients).toMatchObject([{ lastName: 'Murray', similar: true }]);
    await found('murry');
    for (const by of [reader.id, staff.id]) {
      const entries = (await auditOf(portal, 'Patient', null)).filter(({ user_id: user }) => user === by);
      expect(entries.at(-1)?.new_values).toMatchObject({ patientIds: [patients[0]?.id] });
    }
    await overridePermission(portal, reader.id, 'Patient.View', false);
    expect((await find()).patients).toEqual([]);
  });
});
