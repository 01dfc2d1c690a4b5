import type { CodeFileKind } from '@portal/domain/code-files/kinds';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { BATCH, findKeyRange, keyOf, tableOf, type RowKey, type RowTable } from './code-row-repo.ts';

/** What an edition says about a key. */
export interface KeyFacts {
  /** Of pairs: the indicator and the number of the reason. */
  readonly facts: unknown;
  readonly validFrom: string | null;
  readonly validTo: string | null;
}

/** How an edition differs from the one before in a key. */
export interface FoundDifference {
  readonly key: RowKey;
  readonly now: KeyFacts | null;
  readonly before: KeyFacts | null;
}
export type DifferenceKind = 'added' | 'changed' | 'ended';

/** Differences within a range of keys: how many of a kind there are, and the first ones. */
export interface RangeDifferences {
  readonly kind: DifferenceKind;
  readonly count: number;
  readonly first: readonly FoundDifference[];
}

interface Range {
  /** Excluded; the first range begins with it. */
  readonly after: RowKey;
  readonly isFirst: boolean;
  /** Included; null for no limit. */
  readonly last: RowKey | null;
}

/**
 * Compares the rows of a file with those of other files, range by range, so that each statement compares a few thousand rows of each. Pairs
 * come in several files of one edition, so they are only compared between the file's first and last pair. `examples`: at most so many of a
 * kind and range.
 */
export async function* compareFiles(
  db: Db,
  kind: CodeFileKind,
  { fileNo, others, examples }: { fileNo: number; others: readonly number[]; examples: number },
): AsyncGenerator<readonly RangeDifferences[], void, undefined> {
  const table = tableOf(kind);
  const limits = kind === 'ptp' ? await findKeyRange(db, table, fileNo) : undefined;
  let after: RowKey = limits?.first ?? ['', ''];
  let isFirst = true;
  for (;;) {
    const end = await rangeEnd(db, table, [fileNo, ...others], after, limits?.last ?? null);
    const range = { after, isFirst, last: end ?? limits?.last ?? null };
    const { rows } = await compareRange(table, { fileNo, others, examples, range }).execute(db);
    yield rows;
    if (end === null) return;
    after = end;
    isFirst = false;
  }
}

/** The key after which each file has at most a batch of rows; null if none has more. */
async function rangeEnd(
  db: Db,
  table: RowTable,
  files: readonly number[],
  after: RowKey,
  last: RowKey | null,
): Promise<RowKey | null> {
  const key = keyOf(table);
  const { rows } = await sql<{ key: RowKey }>`
    select next.key from unnest(${files}::int[]) as file (no) cross join lateral (
      select array[${key}] as key from ${table.name}
      where file_no = file.no and (${key}) > (${after[0]}, ${after[1]})
        ${last === null ? sql`` : sql`and (${key}) < (${last[0]}, ${last[1]})`}
      order by ${key} offset ${BATCH - 1} limit 1
    ) next order by next.key limit 1`.execute(db);
  return rows[0]?.key ?? null;
}

/** A row that has got a last day has ended, and one that is no longer listed. */
function compareRange(
  table: RowTable,
  options: { fileNo: number; others: readonly number[]; examples: number; range: Range },
): RawBuilder<RangeDifferences> {
  const rowsOf = (files: readonly number[]) => rowsInRange(table, files, options.range);
  return sql<RangeDifferences>`
    with now as (${rowsOf([options.fileNo])}), before as (${rowsOf(options.others)}),
    differences as (
      select key, now.facts as now_facts, before.facts as before_facts,
        now.valid_from as now_from, before.valid_from as before_from,
        now.valid_to as now_to, before.valid_to as before_to,
        now.key is null as is_gone, before.key is null as is_new
      from now full join before using (key)
      where now.facts is distinct from before.facts or now.valid_from is distinct from before.valid_from
        or now.valid_to is distinct from before.valid_to
    ),
    named as (
      select *, case when is_new then 'added' when is_gone or (now_to is not null and before_to is null) then 'ended'
        else 'changed' end as kind
      from differences
    ),
    numbered as (select *, row_number() over (partition by kind order by key) as place from named)
    select kind, count(*)::int as count, json_agg(json_build_object(
        'key', key,
        'now', case when not is_gone then
          json_build_object('facts', now_facts, 'validFrom', now_from, 'validTo', now_to) end,
        'before', case when not is_new then
          json_build_object('facts', before_facts, 'validFrom', before_from, 'validTo', before_to) end
      ) order by key) filter (where place <= ${options.examples}) as first
    from numbered group by kind`;
}

/** The latest row of each key. */
const rowsInRange = (table: RowTable, files: readonly number[], { after, isFirst, last }: Range) => {
  const key = keyOf(table);
  return sql`
    select distinct on (${key}) array[${key}] as key, ${table.facts} as facts, valid_from, valid_to
    from ${table.name}
    where file_no = any(${files}::int[]) and (${key}) ${isFirst ? sql`>=` : sql`>`} (${after[0]}, ${after[1]})
      ${last === null ? sql`` : sql`and (${key}) <= (${last[0]}, ${last[1]})`}
    order by ${key}, valid_from desc nulls last`;
};
