import type { DictationSortKey } from '@portal/contract/dictations';
import { DICTATION_STATUSES } from '@portal/domain/dictation';
import { clampPage, EXACT_COUNT_LIMIT } from '@portal/domain/list';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { countDictations } from './counts.ts';
import { addCreationRange } from './creation-range.ts';
import { conditions, type DictationFilter } from './list-filter.ts';
import { readByPatientName, type Stretch } from './name-scan.ts';

/** Sort order and page of a list. */
export interface PageRequest {
  readonly orderBy: DictationSortKey;
  readonly descending: boolean;
  /** From 1; past the end means the last page. */
  readonly page: number;
  readonly pageSize: number;
}
/** The IDs of one page, with the total. */
export interface IdPage {
  readonly ids: readonly string[];
  readonly totalCount: number;
  readonly totalCountIsApproximate: boolean;
}
/** Reads a page of a list. Pages in the second half are read from the end, so the last page is as fast as the first. */
export async function readDictationPage(
  db: Db,
  filter: DictationFilter,
  request: PageRequest,
): Promise<IdPage> {
  if (filter.patientMatchers !== undefined) return readTestedPage(db, filter, request);
  const { totalCount, totalCountIsApproximate } = await count(db, filter);
  const { offset, pageSize } = clampPage({ ...request, totalCount });
  const limit = Math.min(pageSize, totalCount - offset);
  const fromEnd = totalCount - offset - limit;
  const ids =
    totalCountIsApproximate || offset <= fromEnd
      ? await walk(db, filter, request, { offset, limit })
      : (
          await walk(db, filter, { ...request, descending: !request.descending }, { offset: fromEnd, limit })
        ).toReversed();
  return { ids, totalCount, totalCountIsApproximate };
}

/** Reads a page with patient conditions. An exact count would scan every dictation, so the total is a lower bound. */
async function readTestedPage(db: Db, filter: DictationFilter, request: PageRequest): Promise<IdPage> {
  const { offset, pageSize } = clampPage(request);
  const stretch = { offset, limit: pageSize + 1 };
  const byName =
    request.orderBy === 'patientName' ? await readByPatientName(db, filter, request, stretch) : undefined;
  const found = byName ?? (await walk(db, filter, request, stretch));
  return {
    ids: found.slice(0, pageSize),
    totalCount: offset + found.length,
    totalCountIsApproximate: found.length > pageSize,
  };
}

/** Counts matches: from the database's counters when only statuses filter, otherwise by counting up to a limit. */
async function count(
  db: Db,
  filter: DictationFilter,
): Promise<{ totalCount: number; totalCountIsApproximate: boolean }> {
  const { patientIds, templateId, providerId, startDate, endDate, statuses, includeInactive } = filter;
  if ([patientIds, templateId, providerId, startDate, endDate].every((part) => part === undefined))
    return {
      totalCount: await countDictations(db, { statuses, includeInactive }),
      totalCountIsApproximate: false,
    };
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from dictations where ${conditions(filter)} limit ${EXACT_COUNT_LIMIT + 1}) as matching`.execute(
    db,
  );
  const totalCount = rows[0]?.count ?? 0;
  return { totalCount, totalCountIsApproximate: totalCount > EXACT_COUNT_LIMIT };
}

const COLUMNS: Partial<Record<DictationSortKey, RawBuilder<unknown>>> = {
  procedureDate: sql`procedure_date`,
  createdAt: sql`created_at`,
  patientName: sql`patient_key`,
};

async function walk(
  db: Db,
  filter: DictationFilter,
  request: PageRequest,
  stretch: Stretch,
): Promise<string[]> {
  const { orderBy, descending } = request;
  const column = COLUMNS[orderBy];
  if (column === undefined) return walkPartitions(db, filter, request, stretch);
  const isLong = orderBy === 'createdAt' && filter.patientIds === undefined;
  const bounded = isLong ? await addCreationRange(db, filter, { descending }) : filter;
  return bounded === undefined ? [] : walkColumn(db, bounded, { column, descending }, stretch);
}

/** Reads along an index. Several statuses use one index scan each and are merged; a patient's few dictations are sorted instead. */
async function walkColumn(
  db: Db,
  filter: DictationFilter,
  { column, descending }: { readonly column: RawBuilder<unknown>; readonly descending: boolean },
  { offset, limit }: Stretch,
): Promise<string[]> {
  const direction = descending ? sql`desc` : sql`asc`;
  const order = sql`order by ${column} ${direction}, id ${direction}`;
  const parts = perStatus(filter).map(
    (part) =>
      sql`(select id, ${column} from dictations where ${conditions(part)} ${order} limit ${offset + limit})`,
  );
  const found =
    filter.patientIds === undefined
      ? sql`${sql.join(parts, sql` union all `)}`
      : // OFFSET 0 keeps the planner from scanning the sort index until it finds them.
        sql`select id, ${column} from dictations where ${conditions(filter)} offset 0`;
  const { rows } = await sql<{ id: string }>`
    select id from (${found}) d ${order} offset ${offset} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

const perStatus = (filter: DictationFilter): DictationFilter[] =>
  filter.statuses === undefined || filter.statuses.length === 1
    ? [filter]
    : filter.statuses.map((status) => ({ ...filter, statuses: [status] }));

/**
 * Sorts by template, provider, or status, which have few distinct values: reads the dictations of the first value, newest procedure
 * first, then those of the next. Counts each value only as far as the page reaches and reads only the rows on the page.
 */
async function walkPartitions(
  db: Db,
  filter: DictationFilter,
  { orderBy, descending }: PageRequest,
  { offset, limit }: Stretch,
): Promise<string[]> {
  const [direction, within] = descending ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`];
  const { names, column } = partitionsOf(orderBy);
  const reach = offset + limit;
  const sizeOf = (key: RawBuilder<unknown>) => sql`(
    select count(*)::int from (select from dictations where ${column} = ${key} and ${conditions(filter)} limit ${reach}) d)`;
  const { rows: sizes } = await sql<{ key: string; size: number }>`
    with recursive named as materialized (
      select array_agg(key order by place ${direction}) as keys from (${names}) n
    ), counted as (
      select 0 as step, 0 as size, 0 as total
      union all
      select step + 1, s.size, total + s.size
      from counted cross join named cross join lateral (select ${sizeOf(sql`keys[step + 1]`)} as size offset 0) s
      where total < ${reach} and step < cardinality(keys)
    )
    select keys[step] as key, size from counted cross join named where size > 0 order by step`.execute(db);
  const parts: RawBuilder<unknown>[] = [];
  let [skipped, taken] = [0, 0];
  for (const { key, size } of sizes) {
    const skip = Math.min(size, offset - skipped);
    const take = Math.min(size - skip, limit - taken);
    skipped += skip;
    taken += take;
    if (take > 0)
      parts.push(sql`(select id, procedure_date, ${sql.lit(parts.length)} as part from dictations
        where ${column} = ${key} and ${conditions(filter)}
        order by procedure_date ${within}, id ${within} offset ${skip} limit ${take})`);
  }
  if (parts.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(parts, sql` union all `)}) d
    order by part, procedure_date ${within}, id ${within}`.execute(db);
  return rows.map(({ id }) => id);
}

/** SQL for the values in sort order with their place, and the column that refers to them. */
function partitionsOf(orderBy: DictationSortKey): {
  readonly names: RawBuilder<unknown>;
  readonly column: RawBuilder<unknown>;
} {
  if (orderBy === 'templateName')
    return {
      names: sql`select row_number() over (order by lower(name), id) as place, id as key from templates`,
      column: sql`template_id`,
    };
  if (orderBy === 'providerName')
    return {
      names: sql`
        select row_number() over (order by lower(last_name), lower(first_name), id) as place, id as key from users`,
      column: sql`provider_id`,
    };
  const statuses = DICTATION_STATUSES.map((status, place) => sql`(${sql.lit(place)}, ${sql.lit(status)})`);
  return {
    names: sql`select * from (values ${sql.join(statuses)}) as s (place, key)`,
    column: sql`status`,
  };
}
