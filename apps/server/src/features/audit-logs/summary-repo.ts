import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/statement-marks.ts';

export interface UserCount {
  /** Null is the system. */
  readonly user_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly count: number;
}

interface Range {
  readonly from: Date;
  readonly before: Date;
}

/** Counts, with the last sequence number of each chain that is included. */
interface Counted {
  readonly users: readonly UserCount[];
  readonly heads: Readonly<Record<string, number>>;
}

/** The range that was counted last, usually today. */
const latest = new WeakMap<Db, Counted & { readonly key: string }>();

/**
 * Counts the entries of a time range by user, most first; ties by name. Every page of the log shows the counts of today, so only
 * entries added since the last count are read: in each chain they become visible in order of their sequence numbers.
 */
export async function countByUser(db: Db, range: Range): Promise<readonly UserCount[]> {
  const key = `${range.from.getTime()}-${range.before.getTime()}`;
  const last = latest.get(db);
  const counted = await (last?.key === key ? countSince(db, range, last) : countAll(db, range));
  latest.set(db, { key, ...counted });
  return counted.users;
}

const countAll = (db: Db, { from, before }: Range) =>
  readCounts(
    db,
    sql`select user_id, count(*) as count from audit_log where at >= ${from} and at < ${before} group by user_id`,
  );

/**
 * The time condition is written so that no index matches it: the new ends of the chains are shorter than a day. `offset 0` keeps the
 * lookup by chain; otherwise the planner may read the whole log instead.
 */
const countSince = (db: Db, { from, before }: Range, { users, heads }: Counted) =>
  readCounts(
    db,
    sql`
      select * from unnest(${users.map(({ user_id: id }) => id)}::uuid[], ${users.map(({ count }) => count)}::int[])
      union all
      select entry.user_id, 1 from (
        select chain, seen.seq from unnest(${Object.keys(heads)}::smallint[], ${Object.values(heads)}::bigint[]) seen (chain, seq)
          join audit_chains head using (chain) where head.seq > seen.seq offset 0
      ) longer cross join lateral (
        select user_id from audit_log where chain = longer.chain and seq > longer.seq
          and (at >= ${from}::timestamptz and at < ${before}::timestamptz) is true offset 0
      ) entry`,
    PREPARED,
  );

/** Adds up counts by user, and reads the chains as of the same moment. */
async function readCounts(db: Db, counts: RawBuilder<unknown>, end = sql``): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select (select jsonb_object_agg(chain, seq) from audit_chains) as heads, (
      select coalesce(jsonb_agg(to_jsonb(by_user) order by count desc, last_name, first_name, user_id), '[]') from (
        select user_id, first_name, last_name, count from (
          select user_id, sum(count)::int as count from (${counts}) counts (user_id, count) group by user_id
        ) summed left join users on id = user_id
      ) by_user
    ) as users ${end}`.execute(db);
  return rows[0] ?? { users: [], heads: {} };
}

/** Counts the entries of a day by hour, from 0, and by user, most first; ties by name. */
export async function countByHour(
  db: Db,
  { from, before }: Range,
): Promise<{ readonly hours: ReadonlyMap<number, number>; readonly users: readonly UserCount[] }> {
  const { rows } = await sql<UserCount & { hour: number | null; is_hour: boolean }>`
    select hour, is_hour, user_id, first_name, last_name, count from (
      select hour, user_id, grouping(user_id) = 1 as is_hour, count(*)::int as count from (
        select floor(extract(epoch from at - ${from}::timestamptz) / 3600)::int as hour, user_id
        from audit_log where at >= ${from} and at < ${before}
      ) entries group by grouping sets ((hour), (user_id))
    ) counted left join users on id = user_id order by count desc, last_name, first_name, user_id`.execute(
    db,
  );
  return {
    hours: new Map(rows.flatMap(({ is_hour: isHour, hour, count }) => (isHour ? [[hour ?? 0, count]] : []))),
    users: rows.filter(({ is_hour: isHour }) => !isHour),
  };
}
