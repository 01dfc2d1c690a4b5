import type { TimelineEntry } from '@portal/contract/patient-timeline';
import { clampPage, EXACT_COUNT_LIMIT } from '@portal/domain/list';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { TimelineSource } from './timeline-sources.ts';

/** A timeline entry as stored. The response schema validates type and status for each kind. */
export type TimelineRow = Pick<TimelineEntry, 'kind' | 'id' | 'number' | 'text'> & {
  readonly at: Date;
  readonly type: string | null;
  readonly status: string | null;
  readonly user_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
};

/** A page of timeline entries. */
export interface TimelinePage {
  readonly rows: readonly TimelineRow[];
  readonly totalCount: number;
  readonly totalCountIsApproximate: boolean;
}

/**
 * Reads a page of a patient's records from the sources, newest first. Reads from each source only as many rows as the page can
 * need, so that many records of one kind do not slow down the first pages.
 */
export async function readTimeline(
  db: Db,
  patientId: string,
  sources: readonly TimelineSource[],
  request: { readonly page: number; readonly pageSize: number },
): Promise<TimelinePage> {
  if (sources.length === 0) return { rows: [], totalCount: 0, totalCountIsApproximate: false };
  const totalCount = await count(db, patientId, sources);
  const totalCountIsApproximate = totalCount > EXACT_COUNT_LIMIT;
  const { offset, pageSize } = clampPage({ ...request, ...(totalCountIsApproximate ? {} : { totalCount }) });
  const parts = sources.map(
    ({ kind, from, at, columns }) => sql`(
      select ${sql.lit(kind)}::text as kind, id, ${at} as at, ${columns} from ${from} and patient_id = ${patientId}
      order by ${at} desc, id desc limit ${offset + pageSize})`,
  );
  const { rows } = await sql<TimelineRow>`
    select e.*, u.first_name, u.last_name from (
      select * from (${sql.join(parts, sql` union all `)}) merged
      order by at desc, kind, id desc offset ${offset} limit ${pageSize}
    ) e left join users u on u.id = e.user_id
    order by e.at desc, e.kind, e.id desc`.execute(db);
  return { rows, totalCount: Math.min(totalCount, EXACT_COUNT_LIMIT + 1), totalCountIsApproximate };
}

/** Counts the entries; each source is counted only up to the limit. */
async function count(db: Db, patientId: string, sources: readonly TimelineSource[]): Promise<number> {
  const counts = sources.map(
    ({ from }) =>
      sql`(select count(*) from (select from ${from} and patient_id = ${patientId} limit ${EXACT_COUNT_LIMIT + 1}) found)`,
  );
  const { rows } = await sql<{ count: number }>`select (${sql.join(counts, sql` + `)})::int as count`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
