import type { AnswerOf, QueryOf } from '@portal/contract/endpoint';
import type { dictationStatistics } from '@portal/contract/dictations';
import { DICTATION_STATUSES, type DictationStatus } from '@portal/domain/dictation';
import { fullName } from '@portal/domain/person-name';
import { sql } from 'kysely';
import type { SignedInContext } from '#request/context.ts';
import { datesOf } from './list-dictations.ts';

interface Group {
  readonly kind: number;
  readonly status: DictationStatus | null;
  readonly template_id: string | null;
  readonly provider_id: string | null;
  readonly procedure_date: string | null;
  readonly count: number;
}

/** Counts active dictations by status, template, provider, and procedure date in a single index scan. */
export async function getStatistics(
  { deps: { db } }: SignedInContext,
  query: QueryOf<typeof dictationStatistics>,
): Promise<AnswerOf<typeof dictationStatistics>> {
  const { startDate, endDate } = datesOf(query);
  const ofProvider = query.providerId === undefined ? sql`` : sql`and provider_id = ${query.providerId}`;
  const { rows } = await sql<Group>`
    select grouping(status, template_id, provider_id, procedure_date) as kind, status, template_id, provider_id, procedure_date,
      count(*)::int as count
    from dictations
    where is_active and procedure_date between ${startDate ?? '-infinity'}::date and ${endDate ?? 'infinity'}::date ${ofProvider}
    group by grouping sets ((status), (template_id), (provider_id), (procedure_date))`.execute(db);
  const templates = new Map(
    (await db.selectFrom('templates').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]),
  );
  const providers = new Map(
    (await db.selectFrom('users').select(['id', 'first_name', 'last_name']).execute()).map((user) => [
      user.id,
      fullName(user.first_name, user.last_name),
    ]),
  );
  const byStatus = DICTATION_STATUSES.map((status) => ({
    status,
    count: rows.find((row) => row.status === status)?.count ?? 0,
  }));
  return {
    total: byStatus.reduce((sum, { count }) => sum + count, 0),
    byStatus,
    byTemplate: rows
      .flatMap(({ template_id: id, count }) =>
        id === null ? [] : [{ templateId: id, templateName: templates.get(id) ?? '', count }],
      )
      .toSorted((a, b) => b.count - a.count || compare(a.templateName, b.templateName)),
    byProvider: rows
      .flatMap(({ provider_id: id, count }) =>
        id === null ? [] : [{ providerId: id, providerName: providers.get(id) ?? '', count }],
      )
      .toSorted((a, b) => b.count - a.count || compare(a.providerName, b.providerName)),
    byDay: rows
      .flatMap(({ procedure_date: date, count }) => (date === null ? [] : [{ date, count }]))
      .toSorted((a, b) => compare(a.date, b.date)),
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
