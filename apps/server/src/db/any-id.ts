import { sql } from 'kysely';

/** For `where(column, '=', anyId(ids))`: the same statement for any number of ids, so that it can be prepared; none match an empty list. */
export const anyId = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;
