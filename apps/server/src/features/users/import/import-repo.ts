import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { folded } from '#db/folded-text.ts';

/** A user who has a value that a list of new users has, too. */
export interface ExistingUser {
  readonly user_name: string;
  readonly is_active: boolean;
}

/** The user with this first and last name, ignoring case and accents; an active one first. */
export async function findByName(db: Db, first: string, last: string): Promise<ExistingUser | undefined> {
  return db
    .selectFrom('users as u')
    .select(['u.user_name', 'u.is_active'])
    .where(sql<boolean>`${folded(sql`u.first_name`)} = ${folded(sql`${first}::text`)}`)
    .where(sql<boolean>`${folded(sql`u.last_name`)} = ${folded(sql`${last}::text`)}`)
    .orderBy('u.is_active', 'desc')
    .orderBy('u.id')
    .limit(1)
    .executeTakeFirst();
}

/** The active offices that new users can get. */
export function listOfficeNames(
  db: Db,
  { includeRestricted }: { readonly includeRestricted: boolean },
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('offices')
    .select(['id', 'name'])
    .where('is_active', '=', true)
    .$if(!includeRestricted, (query) => query.where('super_admin_only', '=', false))
    .execute();
}

/** Waits for other lists of new users, so that a list sent twice at once creates nobody twice. Lasts until the transaction ends. */
export async function lockUserImports(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('user-imports'))`.execute(db);
}
