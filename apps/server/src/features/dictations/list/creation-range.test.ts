import { dictationList } from '@portal/contract/dictations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictationDesk, type DictationDesk } from '#test/dictation-factories.ts';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

/**
 * One dictation every second day for two years, created two days after the procedure. Every 20th is created nine months after the
 * procedure, and every 33rd before it.
 */
const DICTATIONS = `
  insert into dictations (template_id, template_version, patient_id, provider_id, location_id, procedure_location, procedure_date,
    form_data, billing_option, created_by, updated_by, created_at)
  select $1, 1, $2, $3, $4, 'Here', written::date - case when n % 20 = 0 then 270 when n % 33 = 0 then -5 else 2 end, '{}', 'standard', $3, $3, written
  from (select n, timestamptz '2024-01-01 00:00Z' + n * interval '2 days' as written from generate_series(0, 365) n) notes`;

describe('dictations of a date range in order of creation', () => {
  let portal: TestPortal;
  let provider: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    provider = await signedInAs(portal, 'ProviderPhysician');
    desk = await makeDictationDesk(portal);
    await portal.owner.query(DICTATIONS, [desk.templateId, desk.patientId, provider.id, desk.locationId]);
  });
  afterAll(() => portal.close());

  it.each([
    { startDate: '2024-03-01', endDate: '2024-03-31' },
    { startDate: '2023-04-01', endDate: '2023-06-30' },
    { startDate: '2024-01-31', endDate: '2024-02-01' },
    { endDate: '2024-06-15' },
    { startDate: '2025-11-30' },
    { startDate: '2026-01-01', endDate: '2026-12-31' },
    { startDate: '2000-01-01', endDate: '2001-01-01' },
  ])('finds all for %j in both sort directions', async (dates) => {
    for (const sortDirection of ['asc', 'desc'] as const)
      for (const status of [undefined, 'Draft'] as const) {
        const query = {
          ...dates,
          sortDirection,
          orderBy: 'createdAt' as const,
          pageSize: '100',
          ...(status && { status }),
        };
        const { data, totalCount } = await portal.succeed(dictationList, { query }, provider);
        const { rows } = await portal.owner.query<{ id: string }>(
          `select id from dictations where procedure_date between coalesce($1, '-infinity')::date and coalesce($2, 'infinity')::date
            order by created_at ${sortDirection}, id ${sortDirection}`,
          [dates.startDate ?? null, dates.endDate ?? null],
        );
        expect(data.map(({ id }) => id)).toEqual(rows.slice(0, 100).map(({ id }) => id));
        expect(totalCount).toBe(rows.length);
      }
  });
});
