import type { TimelineEntry, TimelineKind } from '@portal/contract/patient-timeline';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { countUpTo, readPage, type PageRequest, type Slice, type Total } from '#db/list-page.ts';

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
    columns: sql`order_number as number, case when is_procedure then 'Procedure' else type end as type, diagnosis as text, status, created_by as user_id`,
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
    columns: sql`null as number, null as type, coalesce(
      (select template_name from signed_prints where dictation_id = dictations.id),
      (select name from templates where id = template_id)) as text, status,
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
export interface TimelinePage extends Total {
  readonly rows: readonly TimelineRow[];
}

/** Reads a page of a patient's records of these kinds, newest first. */
export async function readTimeline(
  db: Db,
  patientId: string,
  kinds: readonly TimelineKind[],
  request: PageRequest,
): Promise<TimelinePage> {
  if (kinds.length === 0) return { rows: [], totalCount: 0, totalCountIsApproximate: false };
  const total = await countUpTo(
    db,
    sourcesOf(kinds).map(({ from }) => sql`${from} and patient_id = ${patientId}`),
  );
  const rows = await readPage(request, total, (slice) => readSources(db, patientId, kinds, slice));
  return { rows, ...total };
}

const sourcesOf = (kinds: readonly TimelineKind[]) => SOURCES.filter(({ kind }) => kinds.includes(kind));

/** Reads from each source only as many rows as the slice can need, so that many records of one kind do not slow down the first ones. */
export async function readSources(
  db: Db,
  patientId: string,
  kinds: readonly TimelineKind[],
  { offset, limit, reversed }: Slice,
): Promise<TimelineRow[]> {
  if (kinds.length === 0) return [];
  const [newest, byKind] = reversed ? [sql`asc`, sql`desc`] : [sql`desc`, sql`asc`];
  const parts = sourcesOf(kinds).map(
    ({ kind, from, at, columns }) => sql`(
      select ${sql.lit(kind)}::text as kind, id, ${at} as at, ${columns} from ${from} and patient_id = ${patientId}
      order by ${at} ${newest}, id ${newest} limit ${offset + limit})`,
  );
  const order = sql`at ${newest}, kind ${byKind}, e.id ${newest}`;
  const { rows } = await sql<TimelineRow>`
    select e.*, u.first_name, u.last_name from (
      select * from (${sql.join(parts, sql` union all `)}) e order by ${order} offset ${offset} limit ${limit}
    ) e left join users u on u.id = e.user_id
    order by ${order}`.execute(db);
  return rows;
}
