import type { TimelineEntry, TimelineKind } from '@portal/contract/patient-timeline';
import { clampPage, EXACT_COUNT_LIMIT } from '@portal/domain/list';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';

/** A kind of record on a patient's timeline. To add one, add an entry here and a schema in the contract. */
interface TimelineSource {
  readonly kind: TimelineKind;
  /** Table and conditions of the source. The table needs an index on `patient_id`. */
  readonly from: RawBuilder<unknown>;
  readonly at: RawBuilder<unknown>;
  /** Selects number, type, text, status and user_id. */
  readonly columns: RawBuilder<unknown>;
}

const SOURCES: readonly TimelineSource[] = [
  {
    kind: 'Order',
    from: sql`medical_orders where true`,
    at: sql`created_at`,
    columns: sql`order_number as number, type, diagnosis as text, status, created_by as user_id`,
  },
  {
    kind: 'Message',
    from: sql`phone_messages where deleted_at is null`,
    at: sql`call_at`,
    columns: sql`message_number as number, category as type, message as text, status, created_by as user_id`,
  },
  {
    kind: 'Document',
    from: sql`documents where deleted_at is null`,
    at: sql`created_at`,
    columns: sql`null as number, type, file_name as text, null as status, uploaded_by as user_id`,
  },
  {
    kind: 'Dictation',
    from: sql`dictations where is_active`,
    at: sql`created_at`,
    columns: sql`null as number, null as type, (select name from templates where id = template_id) as text, status,
      created_by as user_id`,
  },
  {
    kind: 'PillCount',
    from: sql`pill_counts where deleted_at is null`,
    at: sql`calculated_at`,
    columns: sql`null as number, null as type, prescription_name as text, null as status, provider_id as user_id`,
  },
];

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
 * Reads a page of a patient's records of these kinds, newest first. Reads from each source only as many rows as the page can
 * need, so that many records of one kind do not slow down the first pages.
 */
export async function readTimeline(
  db: Db,
  patientId: string,
  kinds: readonly TimelineKind[],
  request: { readonly page: number; readonly pageSize: number },
): Promise<TimelinePage> {
  const sources = SOURCES.filter(({ kind }) => kinds.includes(kind));
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
