import type { DictationStatus } from '@portal/domain/dictation';
import { fullName } from '@portal/domain/person-name';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Number of dictations with a value; the other columns are null. */
export interface Group {
  readonly kind: number;
  readonly status: DictationStatus | null;
  readonly template_id: string | null;
  readonly provider_id: string | null;
  readonly procedure_date: string | null;
  readonly count: number;
}

interface GroupFilter {
  readonly startDate: string | undefined;
  readonly endDate: string | undefined;
  readonly providerId: string | undefined;
}

/** Counts active dictations by status, template, provider, and procedure date in a single index scan. */
export async function countGroups(
  db: Db,
  { startDate, endDate, providerId }: GroupFilter,
): Promise<readonly Group[]> {
  const ofProvider = providerId === undefined ? sql`` : sql`and provider_id = ${providerId}`;
  const { rows } = await sql<Group>`
    select grouping(status, template_id, provider_id, procedure_date) as kind, status, template_id, provider_id, procedure_date,
      count(*)::int as count
    from dictations
    where is_active and procedure_date between ${startDate ?? '-infinity'}::date and ${endDate ?? 'infinity'}::date ${ofProvider}
    group by grouping sets ((status), (template_id), (provider_id), (procedure_date))`.execute(db);
  return rows;
}

export async function listTemplateNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('templates').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The names of all users by ID. */
export async function listProviderNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('users').select(['id', 'first_name', 'last_name']).execute();
  return new Map(rows.map((user) => [user.id, fullName(user.first_name, user.last_name)]));
}
