import type { Db } from '#db/database.ts';

/** A user with a link to an issuer. */
export interface LinkRow {
  readonly id: string;
  readonly user_name: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly is_active: boolean;
  readonly linked_at: Date;
  readonly refused_at: Date | null;
}

/** When a user was linked to single sign-on; undefined if they are not. */
export async function findLinkedAt(db: Db, userId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('sso_identities')
    .select('linked_at')
    .where('user_id', '=', userId)
    .orderBy('linked_at', 'desc')
    .executeTakeFirst();
  return row?.linked_at;
}

/** Removes a user's links and the sign-ins that are about to use them. Returns false if there were no links. */
export async function removeLinks(db: Db, userId: string): Promise<boolean> {
  await db.deleteFrom('sso_tickets').where('user_id', '=', userId).execute();
  const removed = await db.deleteFrom('sso_identities').where('user_id', '=', userId).executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

/** Counts the users who are linked to an issuer. */
export async function countLinks(db: Db, issuer: string): Promise<number> {
  const row = await db
    .selectFrom('sso_identities')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('issuer', '=', issuer)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Lists a page of the users who are linked to an issuer: first those whose other identity was refused, then by username. */
export const findLinks = (
  db: Db,
  issuer: string,
  { offset, pageSize }: { readonly offset: number; readonly pageSize: number },
): Promise<LinkRow[]> =>
  db
    .selectFrom('sso_identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select([
      'u.id',
      'u.user_name',
      'u.first_name',
      'u.last_name',
      'u.is_active',
      'i.linked_at',
      'i.refused_at',
    ])
    .where('i.issuer', '=', issuer)
    .orderBy('i.refused_at', (order) => order.desc().nullsLast())
    .orderBy('u.user_name')
    .limit(pageSize)
    .offset(offset)
    .execute();
