import { EXACT_COUNT_LIMIT } from '@portal/domain/list';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { IdPage, PageRequest } from './list-repo.ts';
import { orderBy } from './sort-order.ts';

/** A part of so many family names is no longer found family by family. */
const MAX_FAMILIES = 300;
const LIMIT = EXACT_COUNT_LIMIT + 1;

/**
 * A page, by name, of what one word finds that is mostly a family name. The patients of a family stand together in the order by
 * name, so the first thousands of all families with the word are read from it one after the other; those who have the word among
 * their given names come from an index of their own. `pattern` is a LIKE pattern over words. Undefined when the word is in too many
 * families, or in too many other names.
 */
export async function familyPage(db: Db, request: PageRequest, pattern: string): Promise<IdPage | undefined> {
  const families = await findFamilies(db, request, pattern);
  if (families.length > MAX_FAMILIES) return undefined;
  const { order, page, pageSize } = request;
  const active = request.includeInactive ? sql`true` : sql`is_active`;
  // The families come in order, so what the limit leaves of their patients is the beginning of the list.
  const result = await sql<{ named: number; others: number; ids: string[] }>`
    with named as materialized (
      select patient.id, patient.name_key
      from unnest(${families}::text[]) as families (family) cross join lateral (
        select id, name_key from patients
        where name_key >= family || E'\\t' and name_key < family || E'\\n' and ${active}
        order by ${orderBy(order)} offset 0
      ) patient
      limit ${LIMIT + pageSize}
    ), others as materialized (
      select patient_id as id, name_key from patient_search
      where split_part(words, '|', 2) like ${pattern} and ${active}
        and split_part(name_key, E'\\t', 1) <> all (${families}::text[])
      limit ${LIMIT}
    ), counted as materialized (
      select (select count(*) from named)::int as named, (select count(*) from others)::int as others
    ), last as materialized (
      select (least(named + others, ${LIMIT}) - 1) / ${pageSize} * ${pageSize} as page_start from counted
    )
    select named, others, array(
      select id from (select id, name_key from named union all select id, name_key from others) matches
      order by ${orderBy(order)}
      offset least(${(page - 1) * pageSize}, greatest(0, (select page_start from last)))
      limit ${pageSize}
    ) as ids from counted`.execute(db);
  const { named, others, ids } = result.rows[0] ?? { named: 0, others: 0, ids: [] };
  if (others === LIMIT) return undefined;
  const totalCount = Math.min(named + others, LIMIT);
  return { ids, totalCount, totalCountIsApproximate: totalCount === LIMIT };
}

async function findFamilies(db: Db, { order }: PageRequest, pattern: string): Promise<string[]> {
  const direction = order.descending ? sql`desc` : sql`asc`;
  const result = await sql<{ family: string }>`
    select family from patient_families where words like ${pattern}
    order by family ${direction} limit ${MAX_FAMILIES + 1}`.execute(db);
  return result.rows.map(({ family }) => family);
}
