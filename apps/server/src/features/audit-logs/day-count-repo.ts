import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/prepared.ts';

/** A time range, including `from`, excluding `before`. */
export interface Range {
  readonly from: Date;
  readonly before: Date;
}

/** Number of entries by user ID; `null` is the system. */
export type DayCounts = ReadonlyMap<string | null, number>;

/** Counts, with the sequence number of each chain up to which they are counted. */
interface Counted {
  readonly counts: DayCounts;
  readonly heads: Readonly<Record<string, number>>;
}
interface CountedRow {
  readonly heads: Readonly<Record<string, number>>;
  /** By user ID; '' is the system. */
  readonly counts: Readonly<Record<string, number>> | null;
}

/** Most cached days: today in the users' time zones, and some past days. */
const MAX_CACHED = 50;
const known = new WeakMap<Db, Map<string, Counted>>();

/**
 * Counts the entries in a time range by user. The summary cards refresh every 30 seconds and a busy day has tens of thousands
 * of entries, so counts are cached and only entries added to a chain since then are read. Sequence numbers are assigned at
 * commit and entries are never deleted, so no entry is missed or counted twice.
 */
export async function countDay(db: Db, range: Range): Promise<DayCounts> {
  const days = known.get(db) ?? new Map<string, Counted>();
  known.set(db, days);
  const key = `${range.from.getTime()}-${range.before.getTime()}`;
  const last = days.get(key);
  const counted =
    last === undefined ? await countAll(db, range) : joined(last, await countSince(db, range, last.heads));
  // Moved to the end, so the first one is the least recently used.
  days.delete(key);
  days.set(key, counted);
  const [oldest] = days.keys();
  if (days.size > MAX_CACHED && oldest !== undefined) days.delete(oldest);
  return counted.counts;
}

async function countAll(db: Db, { from, before }: Range): Promise<Counted> {
  return countedOf(
    await sql<CountedRow>`
      select (select jsonb_object_agg(chain, seq) from audit_chains) as heads, (
        select jsonb_object_agg(coalesce(user_id::text, ''), count) from (
          select user_id, count(*) as count from audit_log
          where at >= (select ${from}::timestamptz) and at < (select ${before}::timestamptz) group by user_id
        ) by_user) as counts ${PREPARED}`.execute(db),
  );
}

/** The time condition is written so that no index matches it: reading the new ends of the chains is always faster. */
async function countSince(db: Db, { from, before }: Range, heads: Counted['heads']): Promise<Counted> {
  return countedOf(
    await sql<CountedRow>`
      select (select jsonb_object_agg(chain, seq) from audit_chains) as heads, (
        select jsonb_object_agg(coalesce(user_id::text, ''), count) from (
          select entry.user_id, count(*) as count
          from unnest(${Object.keys(heads)}::smallint[], ${Object.values(heads)}::bigint[]) as seen (chain, seq)
          join audit_chains c on c.chain = seen.chain and c.seq > seen.seq
          cross join lateral (
            select e.user_id from audit_log e where e.chain = seen.chain and e.seq > seen.seq
              and (e.at >= ${from}::timestamptz and e.at < ${before}::timestamptz) is true
          ) entry group by entry.user_id
        ) by_user) as counts ${PREPARED}`.execute(db),
  );
}

function countedOf({ rows: [row] }: { readonly rows: readonly CountedRow[] }): Counted {
  if (row === undefined) throw new RangeError('The count returned no row');
  const counts = Object.entries(row.counts ?? {}).map(
    ([id, count]) => [id === '' ? null : id, count] as const,
  );
  return { heads: row.heads, counts: new Map(counts) };
}

function joined(last: Counted, since: Counted): Counted {
  if (since.counts.size === 0) return { heads: since.heads, counts: last.counts };
  const counts = new Map(last.counts);
  for (const [userId, count] of since.counts) counts.set(userId, (counts.get(userId) ?? 0) + count);
  return { heads: since.heads, counts };
}
