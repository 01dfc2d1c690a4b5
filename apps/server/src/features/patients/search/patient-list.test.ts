import { patientList, type PatientSortKey } from '@portal/contract/patients';
import type { CallInput } from '@portal/contract/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makePatient, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { orderBy as inOrder } from '#db/list-page.ts';
import { sortOrder } from './sort-order.ts';

type Query = NonNullable<CallInput<typeof patientList>['query']>;

const PEOPLE = [
  {
    lastName: 'Zimmer',
    firstName: 'Ann',
    dateOfBirth: '1950-01-01',
    phone: '4105550001',
    email: 'Z@example.com',
  },
  {
    lastName: 'álvarez',
    firstName: 'Bea',
    dateOfBirth: '1960-01-01',
    phone: '2405550002',
    insuranceProvider: 'Aetna',
  },
  {
    lastName: 'Adams',
    firstName: 'Zoë',
    dateOfBirth: '1970-01-01',
    email: 'a@example.com',
    insuranceProvider: 'cigna',
  },
  {
    lastName: 'Adams',
    firstName: 'Abe',
    dateOfBirth: '1980-01-01',
    phone: '6675550003',
    email: 'b@example.com',
  },
  {
    lastName: "O'Hara",
    firstName: 'Cy',
    dateOfBirth: '1990-01-01',
    phone: '14105550004',
    insuranceProvider: 'Cigna',
  },
  { lastName: 'Smith Jones', firstName: 'Al', dateOfBirth: '2000-01-01', email: 'C@example.com' },
  { lastName: 'Smith', firstName: 'Zed', dateOfBirth: '2010-01-01' },
  { lastName: 'Gone', firstName: 'Ina', dateOfBirth: '2015-01-01', isActive: false },
] as const;

/** Number of active patients without a value to sort by. */
const BLANK: Partial<Record<PatientSortKey, number>> = { phone: 3, email: 3, insurance: 4 };

describe('patient list', () => {
  let portal: TestPortal;
  let staff: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    staff = await signedInAs(portal, 'Staff');
    for (const person of PEOPLE) await makePatient(portal, person);
  });
  afterAll(() => portal.close());
  const list = (query: Query = {}) => portal.succeed(patientList, { query }, staff);
  const names = async (query: Query) =>
    (await list(query)).data.map((row) => `${row.lastName} ${row.firstName}`);

  it('sorts by last, then first name, ignoring case and accents, as {data, totalCount}', async () => {
    const { data, ...totals } = await list();
    expect(totals).toEqual({ totalCount: 7, totalCountIsApproximate: false });
    expect(data.map((row) => `${row.lastName} ${row.firstName}`)).toEqual([
      'Adams Abe',
      'Adams Zoë',
      'álvarez Bea',
      "O'Hara Cy",
      'Smith Zed',
      'Smith Jones Al',
      'Zimmer Ann',
    ]);
  });

  it('returns the columns’ fields and no social security number, not even masked', async () => {
    const [row] = (await list()).data;
    expect(Object.keys(row ?? {}).toSorted()).toEqual([
      'city',
      'createdAt',
      'dateOfBirth',
      'dateOfDeath',
      'email',
      'firstName',
      'gender',
      'id',
      'insuranceProvider',
      'isActive',
      'isDeceased',
      'lastName',
      'medicalRecordNumber',
      'phone',
      'state',
      'version',
      'zipCode',
    ]);
  });

  it.each<[PatientSortKey, string[]]>([
    ['mrn', ['Zimmer', 'álvarez', 'Adams', 'Adams', "O'Hara", 'Smith Jones', 'Smith']],
    ['name', ['Adams', 'Adams', 'álvarez', "O'Hara", 'Smith', 'Smith Jones', 'Zimmer']],
    // Youngest first: age is the date of birth reversed.
    ['age', ['Smith', 'Smith Jones', "O'Hara", 'Adams', 'Adams', 'álvarez', 'Zimmer']],
    // Blanks last; ties in the order of creation.
    ['phone', ["O'Hara", 'álvarez', 'Zimmer', 'Adams', 'Adams', 'Smith Jones', 'Smith']],
    ['email', ['Adams', 'Adams', 'Smith Jones', 'Zimmer', 'álvarez', "O'Hara", 'Smith']],
    ['insurance', ['álvarez', 'Adams', "O'Hara", 'Zimmer', 'Adams', 'Smith Jones', 'Smith']],
  ])('sorts by %s in both directions', async (orderBy, expected) => {
    const lastNames = async (sortDirection?: 'asc' | 'desc') =>
      (await list({ orderBy, ...(sortDirection === undefined ? {} : { sortDirection }) })).data.map(
        (row) => row.lastName,
      );
    expect(await lastNames()).toEqual(expected);
    expect(await lastNames('asc')).toEqual(expected);
    const present = expected.length - (BLANK[orderBy] ?? 0);
    expect(await lastNames('desc')).toEqual([
      ...expected.slice(0, present).toReversed(),
      ...expected.slice(present).toReversed(),
    ]);
  });

  it.each([
    ['phone', 'phone'],
    ['email', 'email'],
    ['insurance', 'insuranceProvider'],
  ] as const)(
    'puts missing values last by %s in both directions, from either end, with and without a search',
    async (sortKey, field) => {
      const big = await blanksPortal();
      for (const extra of [{}, { search: 'blank' }]) {
        const read = async (sortDirection: 'asc' | 'desc') => {
          const rows = [];
          for (let page = 1; page <= 6; page += 1) {
            const query = { orderBy: sortKey, sortDirection, page: String(page), pageSize: '5', ...extra };
            rows.push(...(await big.succeed(patientList, { query }, big.nurse)).data);
          }
          return rows;
        };
        const [up, down] = [await read('asc'), await read('desc')];
        expect(up).toHaveLength(30);
        const values = (rows: typeof up) => rows.map((row) => row[field]?.toLowerCase() ?? null);
        const blanks = Array.from({ length: 12 }, () => null);
        const filled = values(up).slice(0, 18);
        expect(filled).toEqual(filled.toSorted((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1)));
        expect(values(up)).toEqual([...filled, ...blanks]);
        expect(values(down)).toEqual([...filled.toReversed(), ...blanks]);
        const ids = (rows: typeof up) => rows.map(({ id }) => id);
        expect(ids(down)).toEqual([...ids(up).slice(0, 18).toReversed(), ...ids(up).slice(18).toReversed()]);
      }
    },
  );

  it.each(['phone', 'email', 'insurance'] as const)(
    'reads every page by %s along an index, in both directions and from both ends',
    async (key) => {
      for (const direction of ['asc', 'desc'] as const)
        for (const reversed of [false, true]) {
          const { rows } = await portal.deps.db.transaction().execute(async (tx) => {
            // The planner would sort such a small table.
            await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true),
              set_config('enable_bitmapscan', 'off', true)`.execute(tx);
            return sql<{ 'QUERY PLAN': string }>`
              explain select id from patients where is_active order by ${inOrder(sortOrder(key, direction), reversed)} limit 20`.execute(
              tx,
            );
          });
          const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
          expect(plan).toMatch(/Index Only Scan/);
          expect(plan).not.toMatch(/Sort/);
        }
    },
  );

  it('shows inactive patients only with includeInactive, and active ones first by status', async () => {
    const all = await list({ includeInactive: 'true', orderBy: 'status' });
    expect(all.totalCount).toBe(8);
    expect(all.data.map((row) => row.isActive)).toEqual([...Array.from({ length: 7 }, () => true), false]);
    const back = await names({ includeInactive: 'true', orderBy: 'status', sortDirection: 'desc' });
    expect(back[0]).toBe('Gone Ina');
    expect(await names({ search: 'gone' })).toEqual([]);
    expect(await names({ search: 'gone', includeInactive: 'true' })).toEqual(['Gone Ina']);
  });

  it('clamps page and page size, and a page past the end to the last one', async () => {
    expect(await names({ page: '0', pageSize: '2' })).toEqual(['Adams Abe', 'Adams Zoë']);
    expect(await names({ page: '99', pageSize: '2' })).toEqual(['Zimmer Ann']);
    expect(await names({ page: '999999999', pageSize: '2', search: 'adams' })).toEqual([
      'Adams Abe',
      'Adams Zoë',
    ]);
    expect(await names({ page: '2', pageSize: '1', search: 'adams' })).toEqual(['Adams Zoë']);
    expect((await list({ page: '-3', pageSize: '100000' })).data).toHaveLength(7);
  });

  it.each([
    ['page=two', 'page', 'Page must be a whole number'],
    ['pageSize=1.5', 'pageSize', 'Page size must be a whole number'],
    ['orderBy=ssn', 'orderBy', 'Sort by one of: mrn, name, age, phone, email, insurance, status'],
    ['sortDirection=up', 'sortDirection', 'Sort direction must be asc or desc'],
    ['includeInactive=yes', 'includeInactive', 'Must be true or false'],
    ['filter=1', 'filter', 'Unknown field'],
  ])('refuses ?%s with 400', async (query, field, message) => {
    const answer = await portal.raw({ method: 'GET', url: `/api/patient?${query}`, token: staff.token });
    expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: [message] } } });
  });

  it('audits which patients were shown, in one entry, without the search text', async () => {
    const before = (await auditOf(portal, 'Patient', null)).length;
    const { data } = await list({ search: 'zimmer' });
    const entries = (await auditOf(portal, 'Patient', null)).slice(before);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      action: 'Accessed',
      user_id: staff.id,
      new_values: { patientIds: data.map((row) => row.id) },
    });
    const everything = await portal.owner.query<{ text: string }>('select t::text as text from audit_log t');
    expect(JSON.stringify(everything.rows)).not.toMatch(/zimmer/i);
    expect(portal.logged()).not.toMatch(/zimmer/i);
  });

  it.each<PatientSortKey>(['mrn', 'name', 'age', 'phone', 'email', 'insurance', 'status'])(
    'pages by %s without overlap or omission under ties, with and without a search',
    async (orderBy) => {
      const twins = await twinsPortal();
      for (const extra of [{}, { search: 'twin' }, { includeInactive: 'true' as const }]) {
        for (const sortDirection of ['asc', 'desc'] as const) {
          const pages = await Promise.all(
            [1, 2, 3, 4, 5, 6, 7, 8, 9].map((page) =>
              twins.list({ orderBy, sortDirection, page: String(page), pageSize: '7', ...extra }),
            ),
          );
          const seen = pages.flatMap(({ data }) => data.map((row) => row.id));
          expect(pages[0]?.totalCount).toBe(60);
          expect(seen).toHaveLength(60);
          expect(new Set(seen).size).toBe(60);
        }
      }
    },
  );

  let withBlanks: Promise<TestPortal & { readonly nurse: SignedInUser }> | undefined;
  /** Thirty patients, twelve of them without phone number, email address and insurance. */
  function blanksPortal() {
    withBlanks ??= (async () => {
      const big = await openTestPortal();
      for (let index = 0; index < 30; index += 1)
        await makePatient(big, {
          lastName: 'Blank',
          ...(index % 5 < 2
            ? {}
            : {
                phone: `410555${String(1000 + ((index * 7) % 10))}`,
                email: `Person${(index * 7) % 10}@example.com`,
                insuranceProvider: `insurer ${(index * 7) % 10}`,
              }),
        });
      return { ...big, nurse: await signedInAs(big, 'Staff') };
    })();
    return withBlanks;
  }
  afterAll(async () => (await withBlanks)?.close());

  let made: Promise<{ portal: TestPortal; list: typeof list }> | undefined;
  /** Sixty patients that differ only in ID and medical record number. */
  function twinsPortal() {
    made ??= (async () => {
      const twins = await openTestPortal();
      const nurse = await signedInAs(twins, 'Staff');
      for (let index = 0; index < 60; index += 1) await makePatient(twins, { lastName: 'Twin' });
      return {
        portal: twins,
        list: (query?: Query) => twins.succeed(patientList, { query: query ?? {} }, nurse),
      };
    })();
    return made;
  }
  afterAll(async () => (await made)?.portal.close());
});
