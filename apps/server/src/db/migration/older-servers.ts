import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { transact } from '#db/open-transaction.ts';
import { OperatorError } from '#platform/operator-error.ts';

/**
 * PostgreSQL 18 has this function: UUIDs of version 7 (RFC 9562) in the order of creation. As there, the 12 bits after the
 * milliseconds are a fraction of one, here in microseconds, and one call takes longer than a microsecond.
 */
export const UUIDV7 = `
create function public.uuidv7() returns uuid language plpgsql volatile parallel safe as $$
declare
  us bigint := extract(epoch from clock_timestamp()) * 1000000;
begin
  return encode(
    substring(int8send(us / 1000) from 3) || int2send((28672 + us % 1000 * 4096 / 1000)::int2)
      || substring(uuid_send(gen_random_uuid()) from 9),
    'hex')::uuid;
end
$$`;

/**
 * Creates what migrations use and servers before PostgreSQL 18 do not have: the function `uuidv7`, and the collation
 * `pg_c_utf8` of PostgreSQL 17. They stay when the server is upgraded, because the tables refer to them. Throws
 * `OperatorError` before it writes anything.
 */
export async function addMissingFeatures(db: Db): Promise<void> {
  const { rows } = await sql<{ hasUuids: boolean; hasCollation: boolean; like: string | null }>`
    select
      to_regprocedure('pg_catalog.uuidv7()') is not null or to_regprocedure('public.uuidv7()') is not null as "hasUuids",
      exists (select from pg_collation where collname = 'pg_c_utf8') as "hasCollation",
      (select collname from pg_collation
        where collnamespace = 'pg_catalog'::regnamespace and collname in ('C.utf8', 'C.UTF-8', 'und-x-icu')
          and collencoding in (-1, pg_char_to_encoding(getdatabaseencoding()))
        -- Those of ICU have versions, and a new one is a warning in every session.
        order by collname = 'und-x-icu', collname limit 1) as like`.execute(db);
  const { hasUuids, hasCollation, like } = rows[0] ?? { hasUuids: false, hasCollation: false, like: null };
  if (!hasCollation && like === null)
    throw new OperatorError(
      'The PostgreSQL server has neither the collation C.UTF-8 nor those of ICU. Install one of them on the server, or use PostgreSQL 17 or later.',
    );
  await transact(db, async (tx) => {
    if (!hasUuids) await sql.raw(UUIDV7).execute(tx);
    if (!hasCollation && like !== null)
      await sql`create collation public.pg_c_utf8 from pg_catalog.${sql.id(like)}`.execute(tx);
  });
}
