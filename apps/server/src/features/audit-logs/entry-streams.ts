import { sql, type RawBuilder } from 'kysely';

/** A filter of entries, including `from`, excluding `before`. An entry matches any of the actions. */
export interface EntryFilter {
  readonly from: Date | null;
  readonly before: Date | null;
  readonly entityType?: string | undefined;
  readonly actions?: readonly string[] | undefined;
  readonly userId?: string | undefined;
  readonly userType?: 'all' | 'user' | 'system' | undefined;
  readonly patientId?: string | undefined;
}

type Key = 'user_id' | 'patient_id' | 'entity_type' | 'action';
/** Entries with these values; one index has them in order of time. */
interface Stream {
  readonly keys: readonly (readonly [Key, string])[];
}

/** Position of an entry in the log. */
export interface Place {
  readonly at: Date;
  readonly id: string;
}

interface Walk {
  readonly filter: EntryFilter;
  readonly descending: boolean;
  readonly limit: number;
  /** Columns to select besides `at` and `id`. */
  readonly take?: readonly string[];
  /** When descending, the last entry of the previous walk. */
  readonly below?: Place | undefined;
}

/**
 * Query of the first matching entries in order of time, with `at`, `id` and the columns to take. Each stream is an index
 * scan.
 */
export function walk(request: Walk): RawBuilder<unknown> {
  const { filter, descending, limit } = request;
  const streams = streamsOf(filter).map((stream) => walkStream(stream, request));
  const [first, ...others] = streams;
  if (first === undefined) throw new RangeError('No action to filter by');
  if (others.length === 0) return first;
  const direction = descending ? sql`desc` : sql`asc`;
  return sql`(select * from (${sql.join(streams, sql` union all `)}) streams
    order by at ${direction}, id ${direction} limit ${hidden(limit, 'bigint')})`;
}

/** Query of the number of matching entries, up to a limit, as `count`. */
export function count(filter: EntryFilter, limit: number): RawBuilder<unknown> {
  const streams = streamsOf(filter).map((stream) => walkStream(stream, { filter, descending: true, limit }));
  // Reads the streams one after the other, unordered, until the limit is reached.
  return sql`select count(*)::int as count from (
    select from (${sql.join(streams, sql` union all `)}) streams limit ${hidden(limit, 'bigint')}) counted`;
}

function walkStream(
  stream: Stream,
  { filter, descending, limit, take = [], below }: Walk,
): RawBuilder<unknown> {
  const direction = descending ? sql`desc` : sql`asc`;
  const columns = sql.join([...new Set(['at', 'id', ...take])].map((column) => sql.ref(column)));
  return sql`(select ${columns} from audit_log where ${sql.join(conditions(stream, filter, below), sql` and `)}
    order by at ${direction}, id ${direction} limit ${hidden(limit, 'bigint')})`;
}

/**
 * Hides a value from the planner. Its row estimates are wrong for rare values, which makes it sort instead of using the index
 * order, or scan the whole log. For an average value, the index that leads with the filtered column is always best, and since
 * the plan does not depend on the value, each connection plans the query only once.
 */
function hidden(value: unknown, type: 'text' | 'uuid' | 'timestamptz' | 'bigint'): RawBuilder<unknown> {
  return sql`(select ${value}::${sql.raw(type)})`;
}

function streamsOf({ userId, patientId, entityType, actions }: EntryFilter): Stream[] {
  if (patientId !== undefined) return [{ keys: [['patient_id', patientId]] }];
  const user = userId === undefined ? [] : [['user_id', userId] as const];
  const type = entityType === undefined ? [] : [['entity_type', entityType] as const];
  if (actions === undefined) return [{ keys: [...user, ...type] }];
  // With a user and an action, entries of other types are few and are filtered out.
  return actions.map((action) => ({
    keys: [...(userId === undefined ? type : user), ['action', action] as const],
  }));
}

function conditions({ keys }: Stream, filter: EntryFilter, below?: Place): RawBuilder<unknown>[] {
  const from = hidden(filter.from ?? '-infinity', 'timestamptz');
  // When continuing from an entry, the range ends at that entry.
  const before =
    below === undefined
      ? hidden(filter.before ?? 'infinity', 'timestamptz')
      : hidden(new Date(below.at.getTime() + 1), 'timestamptz');
  // The time conditions also select the partitions.
  const list = [
    sql`at >= ${from}`,
    sql`at < ${before}`,
    ...keys.map(
      ([column, value]) => sql`${sql.ref(column)} = ${hidden(value, isId(column) ? 'uuid' : 'text')}`,
    ),
    ...(below === undefined ? [] : [sql`(at, id) < (${placeOf(below)})`]),
  ];
  const indexed = new Set(keys.map(([column]) => column));
  const { entityType, actions, userId, userType } = filter;
  if (entityType !== undefined && !indexed.has('entity_type'))
    list.push(sql`entity_type = ${hidden(entityType, 'text')}`);
  if (actions !== undefined && !indexed.has('action')) list.push(sql`action = any (${actions}::text[])`);
  if (userId !== undefined && !indexed.has('user_id')) list.push(sql`user_id = ${hidden(userId, 'uuid')}`);
  if (userType === 'user') list.push(sql`user_id is not null`);
  if (userType === 'system') list.push(sql`user_id is null`);
  return list;
}

const placeOf = ({ at, id }: Place) => sql`${hidden(at, 'timestamptz')}, ${hidden(id, 'uuid')}`;
const isId = (column: Key) => column === 'user_id' || column === 'patient_id';
