import { sql, type RawBuilder } from 'kysely';

/** Which entries are asked for; `from` included, `before` not. Several actions: any of them. */
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
/** Entries with these values, which one index holds in order of time. */
interface Stream {
  readonly keys: readonly (readonly [Key, string])[];
}

/** Where an entry lies in the log. */
export interface Place {
  readonly at: Date;
  readonly id: string;
}

interface Walk {
  readonly filter: EntryFilter;
  readonly descending: boolean;
  readonly limit: number;
  /** Columns to take along beside `at` and `id`. */
  readonly take?: readonly string[];
  /** Going backwards, where the last walk ended. */
  readonly below?: Place | undefined;
}

/** The first entries in order of time, as a query of `at`, `id` and what is taken along. Each stream is a walk along its index. */
export function walk(request: Walk): RawBuilder<unknown> {
  const { filter, descending, limit } = request;
  const streams = streamsOf(filter).map((stream) => walkStream(stream, request));
  const [first, ...others] = streams;
  if (first === undefined) throw new RangeError('No action to look for');
  if (others.length === 0) return first;
  const direction = descending ? sql`desc` : sql`asc`;
  return sql`(select * from (${sql.join(streams, sql` union all `)}) streams
    order by at ${direction}, id ${direction} limit ${hidden(limit, 'bigint')})`;
}

/** How many entries match, up to a limit, as a query of `count`. */
export function count(filter: EntryFilter, limit: number): RawBuilder<unknown> {
  const streams = streamsOf(filter).map((stream) => walkStream(stream, { filter, descending: true, limit }));
  // One stream after the other, in no order, until there are enough.
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
 * A value that the planner does not look at: its guesses of how many rows a range holds are wrong for rare values, and with
 * them it sorts what it should walk, or walks the whole log. Seen from the average, the index that has what is filtered by before
 * the time is always the shortest way, and the plan is the same for all values, so that a connection makes it once.
 */
function hidden(value: unknown, type: 'text' | 'uuid' | 'timestamptz' | 'bigint'): RawBuilder<unknown> {
  return sql`(select ${value}::${sql.raw(type)})`;
}

function streamsOf({ userId, patientId, entityType, actions }: EntryFilter): Stream[] {
  if (patientId !== undefined) return [{ keys: [['patient_id', patientId]] }];
  const user = userId === undefined ? [] : [['user_id', userId] as const];
  const type = entityType === undefined ? [] : [['entity_type', entityType] as const];
  if (actions === undefined) return [{ keys: [...user, ...type] }];
  // Of what somebody did of a kind, the few that were done to other types are passed over.
  return actions.map((action) => ({
    keys: [...(userId === undefined ? type : user), ['action', action] as const],
  }));
}

function conditions({ keys }: Stream, filter: EntryFilter, below?: Place): RawBuilder<unknown>[] {
  const from = hidden(filter.from ?? '-infinity', 'timestamptz');
  // With a place to go on from, the end of the range lies there or above it.
  const before =
    below === undefined
      ? hidden(filter.before ?? 'infinity', 'timestamptz')
      : hidden(new Date(below.at.getTime() + 1), 'timestamptz');
  // The time also chooses the partitions.
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
