import { sql } from 'kysely';

/**
 * Use as `where(column, '=', anyId(ids))`. The statement is the same for any number of ids, so it can be prepared. An
 * empty list matches nothing.
 */
export const anyId = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;
