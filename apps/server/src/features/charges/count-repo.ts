import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { billedLine, notesOf, type ChargeFilter } from './charge-filter-repo.ts';

/** Counts the notes of a list per procedure date, in order. */
export async function countDays(db: Db, filter: ChargeFilter) {
  const { rows } = await sql<{ date: string; notes: number }>`
    select d.procedure_date as date, count(*)::int as notes from ${notesOf(filter)}
    group by d.procedure_date order by d.procedure_date`.execute(db);
  return rows;
}

/** Counts the notes of a list per provider, most first. */
export async function countProviders(db: Db, filter: ChargeFilter) {
  const { rows } = await sql<{ id: string; first_name: string; last_name: string; notes: number }>`
    select u.id, u.first_name, u.last_name, counted.notes from (
      select d.provider_id, count(*)::int as notes from ${notesOf(filter)} group by d.provider_id
    ) counted join users u on u.id = counted.provider_id
    order by counted.notes desc, lower(u.last_name), lower(u.first_name), u.id`.execute(db);
  return rows;
}

/** Counts the notes of a list with lines to bill of a code, for the codes of most notes. */
export async function countCodes(db: Db, filter: ChargeFilter, limit: number) {
  const { rows } = await sql<{ code: string; description: string; notes: number }>`
    select c.code, min(c.description) as description, count(distinct c.dictation_id)::int as notes
    from dictation_codes c join (select d.id, d.status, d.billing_option from ${notesOf(filter)}) d on d.id = c.dictation_id
    where ${billedLine} group by c.code order by notes desc, c.code limit ${limit}`.execute(db);
  return rows;
}
