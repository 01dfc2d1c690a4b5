import { AUDIT_SORTED_LIMIT, type AuditSortKey } from '@portal/contract/audit';
import { clampPage, EXACT_COUNT_LIMIT } from '@portal/domain/list';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/prepared.ts';
import { Remembered } from '#db/remembered.ts';
import { count, walk, type EntryFilter, type Place } from './entry-streams.ts';

/** An entry of the list, with the user's name and the patient's MRN. */
export interface EntryRow {
  readonly id: string;
  readonly at: Date;
  readonly user_id: string | null;
  readonly user_name: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly action: string;
  readonly entity_type: string;
  readonly entity_id: string | null;
  readonly ip_address: string | null;
  readonly patient_id: string | null;
  readonly medical_record_number: string | null;
  readonly reason: string | null;
}
/** An entry with all of its columns. */
export interface WholeRow extends EntryRow {
  readonly session_id: string | null;
  readonly request_id: string | null;
  readonly chain: number;
  readonly seq: string;
  readonly old_values: Record<string, unknown> | null;
  readonly new_values: Record<string, unknown> | null;
}

export interface EntryRequest {
  readonly filter: EntryFilter;
  readonly orderBy: AuditSortKey;
  readonly descending: boolean;
  readonly page: number;
  readonly pageSize: number;
  /** Whether the caller may see medical record numbers. */
  readonly withPatients: boolean;
}

export interface EntryPage {
  readonly rows: readonly EntryRow[];
  readonly totalCount: number;
  readonly totalCountIsApproximate: boolean;
}

/** Counting stops here. */
const LIMIT = EXACT_COUNT_LIMIT + 1;

const SORT_COLUMNS: Readonly<Record<Exclude<AuditSortKey, 'timestamp'>, string>> = {
  user: 'user_id',
  action: 'action',
  entityType: 'entity_type',
  entityId: 'entity_id',
  ipAddress: 'ip_address',
  patientId: 'patient_id',
  reason: 'reason',
};

const COLUMNS = sql`l.id, l.at, l.user_id, u.user_name, u.first_name, u.last_name, l.action, l.entity_type, l.entity_id,
  l.ip_address, l.patient_id, p.medical_record_number, l.reason`;
const joins = (withPatients: boolean) => sql`left join users u on u.id = l.user_id
  left join patients p on p.id = l.patient_id and ${withPatients}`;

/** Reads a page of matching entries. A page past the end returns the last one (docs/decisions/0004). */
export async function readEntries(db: Db, request: EntryRequest): Promise<EntryPage> {
  const limit = request.orderBy === 'timestamp' ? EXACT_COUNT_LIMIT : AUDIT_SORTED_LIMIT;
  const totalCount = Math.min(limit + 1, await countEntries(db, request.filter));
  const { offset, pageSize } = clampPage({ ...request, totalCount: Math.min(limit, totalCount) });
  const { rows: places } = await sql<Place>`${ordered(request, offset + pageSize)}
    offset (select ${offset}::bigint) limit (select ${pageSize}::bigint) ${PREPARED}`.execute(db);
  const rows = await readPlaces(db, places, request.withPatients);
  return { rows, totalCount, totalCountIsApproximate: totalCount > limit };
}

/** Reads the entries at these places, in the same order. */
async function readPlaces(db: Db, places: readonly Place[], withPatients: boolean): Promise<EntryRow[]> {
  if (places.length === 0) return [];
  const { rows } = await sql<EntryRow>`
    select ${COLUMNS}
    from unnest(${places.map(({ at }) => at)}::timestamptz[], ${places.map(({ id }) => id)}::uuid[]) with ordinality as place (at, id, n)
    cross join lateral (select * from audit_log e where e.at = place.at and e.id = place.id limit 1) l
    ${joins(withPatients)} order by place.n ${PREPARED}`.execute(db);
  return rows;
}

/**
 * Counts matching entries, up to `LIMIT`. The log only grows, so a filter that has reached the limit is cached per database and
 * never counted again.
 */
async function countEntries(db: Db, filter: EntryFilter): Promise<number> {
  const key = JSON.stringify(filter);
  if (fullFilters.has(db, key)) return LIMIT;
  const { rows } = await sql<{ count: number }>`${count(filter, LIMIT)} ${PREPARED}`.execute(db);
  const found = rows[0]?.count ?? 0;
  if (found === LIMIT) fullFilters.add(db, key);
  return found;
}
const fullFilters = new Remembered();

/** Query of the first `reach` matching entries in sort order. Missing values come last; ties are newest first. */
function ordered({ filter, orderBy, descending }: EntryRequest, reach: number): RawBuilder<unknown> {
  const direction = descending ? sql`desc` : sql`asc`;
  if (orderBy === 'timestamp')
    return sql`select at, id from ${walk({ filter, descending, limit: reach })} found order by at ${direction}, id ${direction}`;
  const column = SORT_COLUMNS[orderBy];
  const newest = walk({ filter, descending: true, limit: AUDIT_SORTED_LIMIT, take: [column] });
  if (orderBy === 'user')
    return sql`select at, found.id from ${newest} found
      left join (select id, row_number() over (order by lower(last_name), lower(first_name), id) as rank from users) s on s.id = found.user_id
      order by s.rank ${direction} nulls last, at desc, found.id desc`;
  const key = orderBy === 'reason' ? sql`lower(reason)` : sql.ref(column);
  return sql`select at, id from ${newest} found order by ${key} ${direction} nulls last, at desc, id desc`;
}

/** Finds one entry by its ID and the timestamp in that ID (audit/entry-id.ts). */
export async function findEntry(
  db: Db,
  { id, at, withPatients }: { id: string; at: Date; withPatients: boolean },
): Promise<WholeRow | undefined> {
  const { rows } = await sql<WholeRow>`
    select ${COLUMNS}, l.session_id, l.request_id, l.chain, l.seq, l.old_values, l.new_values
    from audit_log l ${joins(withPatients)} where l.at = ${at} and l.id = ${id}`.execute(db);
  return rows[0];
}
