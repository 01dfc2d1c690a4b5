import { AUDIT_SORTED_LIMIT, type AuditSortKey } from '@portal/contract/audit';
import { clampPage, EXACT_COUNT_LIMIT } from '@portal/domain/list';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { countUpTo, type Total } from '#db/list-page.ts';
import { IS_RESTRICTED } from './entry-sight-repo.ts';

/** A filter of entries, including `from`, excluding `before`. An entry matches any of the actions. */
export interface EntryFilter {
  readonly from: Date | null;
  readonly before: Date | null;
  readonly entityType?: string | undefined;
  readonly actions?: readonly string[] | undefined;
  readonly userId?: string | undefined;
  readonly userType?: 'all' | 'user' | 'system' | undefined;
  /** Also matches entries that name the patient among others. */
  readonly patientId?: string | undefined;
  /** A part of the reason. */
  readonly reason?: string | undefined;
  /** An address or a network. */
  readonly addresses?: string | undefined;
}

/**
 * The log with the conditions of a filter (indexes: docs/decisions/0023). Parts behind `offset 0` are read along their own index: otherwise
 * the planner may walk the whole log by time in search of a rare value.
 */
export function entriesOf(filter: EntryFilter): RawBuilder<unknown> {
  const { from, before, entityType, actions, userId, userType } = filter;
  const inTime = [
    sql`true`,
    ...(from === null ? [] : [sql`at >= ${from}`]),
    ...(before === null ? [] : [sql`at < ${before}`]),
  ];
  const conditions = [
    ...inTime,
    ...(entityType === undefined ? [] : [sql`entity_type = ${entityType}`]),
    ...(actions === undefined
      ? []
      : [actions.length === 1 ? sql`action = ${actions[0]}` : sql`action = any(${actions}::text[])`]),
    ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
    ...(userType === 'user' ? [sql`user_id is not null`] : []),
    ...(userType === 'system' ? [sql`user_id is null`] : []),
  ];
  return sql`${source(filter, sql.join(inTime, sql` and `))} where ${sql.join(conditions, sql` and `)}`;
}

function source(
  { patientId, reason, addresses }: EntryFilter,
  inTime: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const others = [
    ...(reason === undefined
      ? []
      : [
          sql`reason is not null and lower(reason) like ${`%${reason.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`,
        ]),
    ...(addresses === undefined ? [] : [sql`ip_address <<= ${addresses}::inet`]),
  ];
  if (patientId === undefined)
    return others.length === 0
      ? sql`audit_log`
      : sql`(select * from audit_log where ${sql.join([inTime, ...others], sql` and `)} offset 0) audit_log`;
  const named = JSON.stringify([patientId]);
  return sql`(
    select * from audit_log where ${sql.join([inTime, sql`patient_id = ${patientId}`, ...others], sql` and `)}
    union all
    (select * from audit_log where ${sql.join([inTime, ...others], sql` and `)} and new_values ? 'patientIds'
      and new_values -> 'patientIds' @> ${named}::jsonb and patient_id is distinct from ${patientId} offset 0)
  ) audit_log`;
}

/** An entry of the list, with the user's name and the patient's MRN. */
export interface EntryRow {
  readonly id: string;
  readonly at: Date;
  readonly user_id: string | null;
  readonly api_key_id: string | null;
  readonly api_key_name: string | null;
  readonly user_name: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly action: string;
  readonly entity_type: string;
  readonly entity_id: string | null;
  readonly ip_address: string | null;
  readonly patient_id: string | null;
  readonly names_patients: boolean;
  readonly medical_record_number: string | null;
  readonly reason: string | null;
  readonly is_restricted: boolean;
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

export interface EntryPage extends Total {
  readonly rows: readonly EntryRow[];
}

/** Columns of entries `l`, users `u` and API keys `k`. */
const columns = (withPatients: boolean, patientId?: string) => sql`
  l.id, l.at, l.user_id, l.api_key_id, k.name as api_key_name, u.user_name, u.first_name, u.last_name, l.action, l.entity_type, l.entity_id, l.ip_address, l.patient_id,
  (select medical_record_number from patients where id = l.patient_id and ${withPatients}) as medical_record_number, l.reason,
  coalesce(l.new_values ? 'patientIds' and (l.patient_id is null or l.patient_id is distinct from ${patientId ?? null}::uuid), false) as names_patients,
  ${IS_RESTRICTED} as is_restricted`;

const ACTORS = sql`left join users u on u.id = l.user_id left join api_keys k on k.id = l.api_key_id`;

/** Reads a page of matching entries. A page past the end returns the last one (docs/decisions/0004). */
export async function readEntries(db: Db, request: EntryRequest): Promise<EntryPage> {
  const limit = request.orderBy === 'timestamp' ? EXACT_COUNT_LIMIT : AUDIT_SORTED_LIMIT;
  const total = await countUpTo(db, [entriesOf(request.filter)], limit);
  if (total.totalCount === 0) return { rows: [], ...total };
  const { offset, pageSize } = clampPage({ ...request, totalCount: Math.min(limit, total.totalCount) });
  const { rows } = await sql<EntryRow>`
    select ${columns(request.withPatients, request.filter.patientId)} from ${sorted(request, sql`offset ${offset} limit ${pageSize}`)}`.execute(
    db,
  );
  return { rows, ...total };
}

/** The entries of a page in sort order. Missing values come last; ties are newest first. */
function sorted(
  { filter, orderBy, descending }: EntryRequest,
  page: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const direction = descending ? sql`desc` : sql`asc`;
  const byTime = (way: RawBuilder<unknown>) =>
    // The same order, but the planner sees that the index on users has it.
    filter.userType === 'system' ? sql`user_id ${way}, at ${way}, id ${way}` : sql`at ${way}, id ${way}`;
  if (orderBy === 'timestamp')
    return sql`(select * from ${entriesOf(filter)} order by ${byTime(direction)} ${page}) l ${ACTORS}
      order by l.at ${direction}, l.id ${direction}`;
  const keys = SORT_KEYS[orderBy].map((key) => sql`${key} ${direction} nulls last`);
  // The log has no indexes for these orders, so they cover only the newest entries.
  return sql`(select * from ${entriesOf(filter)} order by ${byTime(sql`desc`)} limit ${AUDIT_SORTED_LIMIT}) l ${ACTORS}
    order by ${sql.join(keys)}, l.at desc, l.id desc ${page}`;
}

const SORT_KEYS: Readonly<Record<Exclude<AuditSortKey, 'timestamp'>, readonly RawBuilder<unknown>[]>> = {
  user: [sql`lower(u.last_name)`, sql`lower(u.first_name)`, sql`l.user_id`],
  action: [sql`l.action`],
  entityType: [sql`l.entity_type`],
  entityId: [sql`l.entity_id`],
  ipAddress: [sql`l.ip_address`],
  patientId: [sql`l.patient_id`],
  reason: [sql`lower(l.reason)`],
};

/** Finds one entry by its ID and the timestamp in that ID (audit/entry-id.ts). */
export async function findEntry(
  db: Db,
  { id, at, withPatients }: { id: string; at: Date; withPatients: boolean },
): Promise<WholeRow | undefined> {
  const { rows } = await sql<WholeRow>`
    select ${columns(withPatients)}, l.session_id, l.request_id, l.chain, l.seq, l.old_values, l.new_values
    from audit_log l ${ACTORS} where l.at = ${at} and l.id = ${id}`.execute(db);
  return rows[0];
}
