import { PATIENT_SORT_KEYS, patientList, type PatientSortKey } from '@portal/contract/patients';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

/**
 * Thirty thousand patients, enough for every search strategy: 46% are named Common, spread over the given names; 36% Nearly; 16% Zulu,
 * who are all at the end when sorted by name; and a few Rare or Петров. One in twenty is inactive.
 */
const FILL = `
  insert into patients (id, medical_record_number, first_name, last_name, date_of_birth, phone, email, insurance_provider, is_active,
    name_key, search_text)
  select id, mrn, first, last, date '1950-01-01' + (n * 7919 % 20000), phone, email, (array['Aetna', 'Cigna', null])[1 + n % 3], n % 20 <> 0,
    lower(last) || E'\\t' || lower(first), concat_ws(' ', '', lower(first), lower(last), mrn, phone)
  from (
    select n, uuidv7() as id, lpad(n::text, 8, '0') as mrn,
      case when n % 1000 = 7 then 'Петров' when n % 50 < 23 then 'Common' when n % 50 < 41 then 'Nearly' when n % 50 < 49 then 'Zulu' else 'Rare' end as last,
      chr(97 + n * 31 % 26) || 'a' || chr(97 + n * 17 % 26) as first,
      case when n % 7 > 0 then '410' || lpad((n * 104729::bigint % 10000000)::text, 7, '0') end as phone,
      case when n % 3 > 0 then chr(97 + n * 13 % 26) || n || '@example.com' end as email
    from generate_series(1, 30000) n
  ) people`;

/** Plain ORDER BY of each sort key. */
const ORDERS: Readonly<Record<PatientSortKey, string>> = {
  mrn: 'medical_record_number',
  name: 'name_key, id',
  age: 'date_of_birth desc, id desc',
  phone: 'phone, id',
  email: 'lower(email) collate "C", id',
  insurance: 'lower(insurance_provider) collate "C", id',
  status: 'is_active desc, id desc',
};

/** The same in descending order; blanks stay last. */
const DOWN: Readonly<Record<PatientSortKey, string>> = {
  mrn: 'medical_record_number desc',
  name: 'name_key desc, id desc',
  age: 'date_of_birth, id',
  phone: 'phone desc nulls last, id desc',
  email: 'lower(email) collate "C" desc nulls last, id desc',
  insurance: 'lower(insurance_provider) collate "C" desc nulls last, id desc',
  status: 'is_active, id',
};

describe('a practice of 30,000 patients', () => {
  let portal: TestPortal;
  let staff: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    staff = await signedInAs(portal, 'Staff');
    await portal.owner.query(FILL);
    await portal.owner.query('vacuum analyze patients, patient_search');
  });
  afterAll(() => portal.close());
  const list = (query: Record<string, string>) => portal.succeed(patientList, { query }, staff);
  /** Medical record numbers of all matches, found without the portal's own search. */
  async function truth(where: string, order: string): Promise<string[]> {
    const { rows } = await portal.owner.query<{ mrns: string | null }>(
      `select string_agg(medical_record_number, ' ' order by ${order}) as mrns from patients where ${where}`,
    );
    return rows[0]?.mrns?.split(' ') ?? [];
  }
  const shown = async (query: Record<string, string>) =>
    (await list(query)).data.map(({ medicalRecordNumber }) => medicalRecordNumber);

  it.each(PATIENT_SORT_KEYS)('lists first, deep and last pages by %s', async (orderBy) => {
    for (const includeInactive of ['true', 'false']) {
      const all = await truth(includeInactive === 'true' ? 'true' : 'is_active', ORDERS[orderBy]);
      for (const page of [1, 2, 700, 1426, 99_999]) {
        const last = Math.ceil(all.length / 20);
        const start = (Math.min(page, last) - 1) * 20;
        const expected = all.slice(start, start + 20);
        expect(await shown({ orderBy, includeInactive, page: String(page) })).toEqual(expected);
      }
    }
  });

  it.each<[string, string]>([
    ['common', `last_name = 'Common'`],
    ['nearly', `last_name = 'Nearly'`],
    ['zulu', `last_name = 'Zulu'`],
    ['rare', `last_name = 'Rare'`],
    ['петров', `last_name = 'Петров'`],
    ['пе', `last_name = 'Петров'`],
    ['omm aa', `last_name = 'Common' and first_name like '%aa%'`],
    ['c', `last_name = 'Common' or first_name like 'c%'`],
    ['zu ba', `last_name = 'Zulu' and first_name like 'ba%'`],
    ['410', `phone like '%410%' or medical_record_number like '%410%'`],
    ['000', `phone like '%000%' or medical_record_number like '%000%'`],
    ['0000', `phone like '%0000%' or medical_record_number like '%0000%'`],
    ['00001', `phone like '%00001%' or medical_record_number like '%00001%'`],
    ['00012', `phone like '%00012%' or medical_record_number like '%00012%'`],
    ['00', 'true'],
    ['01', 'false'],
    ['12', 'false'],
  ])('finds %j by several sort keys, in both directions, on first and deep pages', async (search, where) => {
    const others = PATIENT_SORT_KEYS.filter((key) => key !== 'name');
    for (const orderBy of [
      'name',
      others[search.length % 6] ?? 'age',
      others[(search.length + 3) % 6] ?? 'phone',
    ] as const) {
      for (const sortDirection of ['asc', 'desc'] as const) {
        const order = (sortDirection === 'asc' ? ORDERS : DOWN)[orderBy];
        const all = await truth(`is_active and (${where})`, order);
        const exact = all.length <= 10_000;
        const lastPage = Math.max(1, Math.ceil(Math.min(all.length, 10_001) / 20));
        for (const page of [1, 40, 9999]) {
          const start = (Math.min(page, lastPage) - 1) * 20;
          const answer = await list({ search, orderBy, sortDirection, page: String(page) });
          expect({
            mrns: answer.data.map(({ medicalRecordNumber }) => medicalRecordNumber),
            totalCount: answer.totalCount,
            totalCountIsApproximate: answer.totalCountIsApproximate,
          }).toEqual({
            mrns: all.slice(start, start + 20),
            totalCount: exact ? all.length : 10_001,
            totalCountIsApproximate: !exact,
          });
        }
      }
    }
  });

  it('keeps the search table up to date with every change', async () => {
    const compare = async () => {
      const { rows } = await portal.owner.query(
        `select p.id from patients p full join patient_search s on s.mrn = p.medical_record_number::int
         where p.id is distinct from s.patient_id or p.is_active <> s.is_active or p.name_key <> s.name_key
           or s.words <> patient_search_words(p.name_key, p.search_text, p.medical_record_number)`,
      );
      return rows.length;
    };
    expect(await compare()).toBe(0);
    await portal.owner.query(`update patients set is_active = not is_active where phone like '%7'`);
    await portal.owner.query(
      `update patients set name_key = 'x' || name_key, search_text = ' x' || search_text where phone like '%8'`,
    );
    await portal.owner.query(`delete from patients where phone like '%9'`);
    expect(await compare()).toBe(0);
    const { rows } = await portal.owner.query<{ counted: string; kept: string }>(
      `select (select concat(count(*) filter (where is_active), '/', count(*) filter (where not is_active)) from patients) as counted,
         (select concat(sum(rows) filter (where key @> '{"is_active": true}'), '/', sum(rows) filter (where key @> '{"is_active": false}'))
           from row_counts where source = 'patients') as kept`,
    );
    expect(rows[0]?.kept).toBe(rows[0]?.counted);
  });
});
