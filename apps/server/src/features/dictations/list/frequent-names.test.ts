import { dictationList, type DictationSortKey } from '@portal/contract/dictations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictationDesk } from '#test/dictation-factories.ts';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

/**
 * Enough patients that searches use a sample. Nine in ten have a dictation. Last names: 45% Common, 20% Nearcommon, 20% Zulu (last in
 * name order), 10% Rare, and 5% Rare Zulu, which can be written as one word. Half have "ann" in their first name. One in seven
 * dictations and one in five patients are inactive.
 */
const PATIENTS = `
  insert into patients (id, medical_record_number, first_name, last_name, date_of_birth, is_active, name_key, search_text)
  select id, mrn, first, last, date '1950-01-01' + n, n % 5 <> 0, lower(last) || E'\\t' || lower(first),
    concat_ws(' ', '', lower(first), lower(last), case when last ~ ' ' then lower(replace(last, ' ', '')) end, mrn)
  from (
    select n, uuidv7() as id, lpad((n + 20000)::text, 8, '0') as mrn,
      case when n % 20 < 9 then 'Common' when n % 20 < 13 then 'Nearcommon' when n % 20 < 17 then 'Zulu' when n % 20 < 19 then 'Rare' else 'Rare Zulu' end as last,
      chr(97 + n * 31 % 26) || case when n % 2 = 0 then 'ann' else 'ab' end as first
    from generate_series(1, 21000) n
  ) people`;
const DICTATIONS = `
  insert into dictations (template_id, template_version, patient_id, provider_id, location_id, procedure_location, procedure_date,
    form_data, billing_option, created_by, updated_by, created_at, is_active, deactivated_at, status)
  select $1, 1, id, $2, $3, 'Here', date '2026-01-01' + mrn % 300, '{}', 'standard', $2, $2, now() - mrn * interval '1 minute',
    mrn % 7 <> 0, case when mrn % 7 = 0 then now() end, (array['Draft', 'Saved', 'Completed'])[1 + mrn % 3]
  from (select id, medical_record_number::integer as mrn from patients) p where mrn > 20000 and mrn % 10 <> 0`;

const KEYS: readonly (readonly [DictationSortKey, string])[] = [
  ['patientName', 'd.patient_key'],
  ['procedureDate', 'd.procedure_date'],
  ['createdAt', 'd.created_at'],
];

describe('dictations of patients with thousands of matches', () => {
  let portal: TestPortal;
  let provider: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    provider = await signedInAs(portal, 'ProviderPhysician');
    const desk = await makeDictationDesk(portal);
    await portal.owner.query(PATIENTS);
    await portal.owner.query(DICTATIONS, [desk.templateId, provider.id, desk.locationId]);
    await portal.owner.query('vacuum analyze patients, patient_search, dictations');
  });
  afterAll(() => portal.close());

  /** The IDs of all matches in order, found with a plain query. */
  async function expectedIds(where: string, key: string, direction: string): Promise<string[]> {
    const { rows } = await portal.owner.query<{ id: string }>(
      `select d.id from dictations d join patients p on p.id = d.patient_id where d.is_active and (${where})
        order by ${key} ${direction}, d.id ${direction}`,
    );
    return rows.map(({ id }) => id);
  }

  it.each<[string, string]>([
    ['common', `last_name ~ 'ommon'`],
    ['comm', `last_name ~ 'ommon'`],
    ['nearc', `last_name = 'Nearcommon'`],
    ['zulu', `last_name ~ 'Zulu'`],
    ['rarez', `last_name = 'Rare Zulu'`],
    ['ann', `first_name ~ 'ann'`],
    ['zul ann', `last_name ~ 'Zulu' and first_name ~ 'ann'`],
    ['common zab', `last_name ~ 'ommon' and first_name = 'zab'`],
    ['co', `last_name = 'Common' or first_name like 'co%'`],
    ['00', 'true'],
    ['002', `medical_record_number like '%002%'`],
    ['0003', `medical_record_number like '%0003%'`],
    ['00 zulu', `last_name ~ 'Zulu'`],
    // Only some of the people of one name.
    ['0003 zulu', `last_name ~ 'Zulu' and medical_record_number like '%0003%'`],
  ])('finds %j in every sort order, on first and later pages', async (search, where) => {
    for (const [orderBy, key] of KEYS)
      for (const sortDirection of ['asc', 'desc'] as const)
        for (const status of [undefined, 'Completed'] as const) {
          const matches = await expectedIds(
            status === undefined ? where : `(${where}) and d.status = '${status}'`,
            key,
            sortDirection,
          );
          for (const page of ['1', '3']) {
            const query = {
              search,
              orderBy,
              sortDirection,
              page,
              pageSize: '25',
              ...(status && { status }),
            };
            const { data, totalCount, totalCountIsApproximate } = await portal.succeed(
              dictationList,
              { query },
              provider,
            );
            const start = (Number(page) - 1) * 25;
            expect(data.map(({ id }) => id)).toEqual(matches.slice(start, start + 25));
            expect(totalCountIsApproximate).toBe(matches.length > start + 25 && totalCount < matches.length);
          }
        }
  });

  // More than are always collected and sorted, and fewer.
  it.each([
    ['all of a status', {}, 'true'],
    [
      'those of a week',
      { startDate: '2026-02-02', endDate: '2026-02-08' },
      `procedure_date between '2026-02-02' and '2026-02-08'`,
    ],
  ])('lists %s by patient on each page', async (_, filter, where) => {
    for (const sortDirection of ['asc', 'desc'] as const) {
      const matches = await expectedIds(
        `(${where}) and d.status = 'Completed'`,
        'd.patient_key',
        sortDirection,
      );
      for (const page of ['1', '3', String(Math.ceil(matches.length / 25))]) {
        const query = {
          ...filter,
          status: 'Completed',
          orderBy: 'patientName',
          sortDirection,
          page,
          pageSize: '25',
        } as const;
        const { data, totalCount } = await portal.succeed(dictationList, { query }, provider);
        const start = (Number(page) - 1) * 25;
        expect([data.map(({ id }) => id), totalCount]).toEqual([
          matches.slice(start, start + 25),
          matches.length,
        ]);
      }
    }
  });

  it('finds patients by the letters of their former MRN', async () => {
    await portal.owner.query(
      `update patients set former_mrn = 'PT-' || medical_record_number, search_text = search_text || ' pt ' || medical_record_number
       where last_name = 'Rare'`,
    );
    const matches = await expectedIds(`last_name = 'Rare'`, 'd.created_at', 'asc');
    for (const search of ['pt', 'PT-00']) {
      const query = { search, orderBy: 'createdAt', sortDirection: 'asc', pageSize: '25' } as const;
      const { data } = await portal.succeed(dictationList, { query }, provider);
      expect(data.map(({ id }) => id)).toEqual(matches.slice(0, 25));
    }
  });
});
