import { EXACT_COUNT_LIMIT } from '@portal/domain/list';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import {
  listFamilyNameRanges,
  inOtherNames,
  rangeRows,
  type NameRange,
  type NameWord,
} from './family-names.ts';
import type { IdPage, PageRequest } from './list-repo.ts';
import { orderBy } from './sort-order.ts';

const LIMIT = EXACT_COUNT_LIMIT + 1;

/**
 * A page, sorted by name, of the matches of one word that is mostly a family name. Sorted by name, patients with the same family
 * name are adjacent, and so are all whose family name begins with the word, so we read these ranges in order. Patients with the
 * word in their given names come from a separate index. Undefined if the word is in too many family names or too many other
 * names.
 */
export async function familyPage(db: Db, request: PageRequest, word: NameWord): Promise<IdPage | undefined> {
  const stretches = await listFamilyNameRanges(db, word, request.order);
  if (stretches === undefined) return undefined;
  const { named, others, ids } = await readPage(db, request, word, stretches);
  if (others === LIMIT) return undefined;
  const totalCount = Math.min(named + others, LIMIT);
  return { ids, totalCount, totalCountIsApproximate: totalCount === LIMIT };
}

async function readPage(
  db: Db,
  { order, page, pageSize, includeInactive }: PageRequest,
  word: NameWord,
  stretches: readonly NameRange[],
): Promise<{ named: number; others: number; ids: string[] }> {
  const active = includeInactive ? sql`true` : sql`is_active`;
  // The ranges are in sort order, so the limit cuts off only the end of the list.
  const result = await sql<{ named: number; others: number; ids: string[] }>`
    with named as materialized (
      select patient.id, patient.name_key
      from ${rangeRows(stretches)}
      cross join lateral (
        select id, name_key from patients where name_key >= start and name_key < stop and ${active}
        order by ${orderBy(order)} offset 0
      ) patient
      limit ${LIMIT + pageSize}
    ), others as materialized (
      select patient_id as id, name_key from patient_search
      where ${inOtherNames(word)} and ${active}
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
  return result.rows[0] ?? { named: 0, others: 0, ids: [] };
}
