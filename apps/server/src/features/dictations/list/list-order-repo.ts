import type { DictationSortKey } from '@portal/contract/dictations';
import { DICTATION_STATUSES } from '@portal/domain/dictation';
import { sql, type RawBuilder } from 'kysely';
import { orderBy, type SortColumn } from '#db/list-page.ts';
import { conditions, type DictationFilter } from './list-filter-repo.ts';

/** A sort order of dictations. */
export interface DictationOrder {
  readonly orderBy: DictationSortKey;
  readonly descending: boolean;
}

const COLUMNS: Partial<Record<DictationSortKey, string>> = {
  procedureDate: 'procedure_date',
  createdAt: 'created_at',
  patientName: 'patient_key',
};

/** The columns to sort by. Within a template, provider or status, the newest procedures come first. */
export function orderOf({ orderBy: key, descending }: DictationOrder): [SortColumn, ...SortColumn[]] {
  const column = COLUMNS[key];
  const [within, first] =
    column === undefined
      ? [!descending, [{ column: 'procedure_date', descending: !descending }]]
      : [descending, []];
  return [{ column: column ?? 'place', descending }, ...first, { column: 'id', descending: within }];
}

/** Query of the first dictations in sort order, at least `reach`. */
export function inOrder(filter: DictationFilter, order: DictationOrder, reach: number): RawBuilder<unknown> {
  const [first, ...others] = orderOf(order);
  const places = placesOf(order.orderBy);
  if (places === undefined)
    return sql`select * from dictations where ${conditions(filter)} order by ${orderBy([first, ...others])}`;
  // One index scan per value, in order of the values; the nested loop stops when there are enough rows.
  return sql`select d.* from (select * from (${places.values}) v order by ${orderBy([first])}) p cross join lateral (
    select * from dictations where ${places.column} = p.key and ${conditions(filter)}
    order by ${orderBy(others)} limit ${reach}) d`;
}

/** Query of all dictations of a filter, sorted. For few of them, this is faster than reading along the order. */
export function sortedAll(filter: DictationFilter, order: DictationOrder): RawBuilder<unknown> {
  // OFFSET 0 keeps the planner from reading along the order.
  return sql`select id from (select * from ${withPlaces(order)} where ${conditions(filter)} offset 0) d
    order by ${orderBy(orderOf(order))}`;
}

/** The table of dictations with the columns to sort by. */
export function withPlaces(order: DictationOrder): RawBuilder<unknown> {
  const places = placesOf(order.orderBy);
  return places === undefined
    ? sql`dictations`
    : sql`dictations join (${places.values}) v on v.key = ${places.column}`;
}

/** For sort keys with few values: the values with their places in the order, and the column that has them. */
function placesOf(key: DictationSortKey) {
  if (key === 'templateName')
    return {
      values: sql`select id as key, row_number() over (order by lower(name), id) as place from templates`,
      column: sql`template_id`,
    };
  if (key === 'providerName')
    return {
      values: sql`
        select id as key, row_number() over (order by lower(last_name), lower(first_name), id) as place from users`,
      column: sql`provider_id`,
    };
  if (key === 'status')
    return {
      values: sql`select * from unnest(${DICTATION_STATUSES}::text[]) with ordinality as s (key, place)`,
      column: sql`status`,
    };
  return undefined;
}
