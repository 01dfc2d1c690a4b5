import { sql, type Updateable } from 'kysely';
import { twoFactorRequiredSince } from '#authz/required-two-factor.ts';
import type { Db } from '#db/database.ts';
import type { UsersTable } from '#db/schema.ts';

/** Finds whether 2FA is on for a user, and their encrypted TOTP secret. */
export function findTwoFactor(
  db: Db,
  userId: string,
): Promise<{ totp_enabled: boolean; totp_secret: Buffer | null } | undefined> {
  return db
    .selectFrom('users')
    .select(['totp_enabled', 'totp_secret'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Whether a role of the user requires 2FA. */
export async function isTwoFactorRequired(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users as u')
    .select(twoFactorRequiredSince.as('since'))
    .where('u.id', '=', userId)
    .executeTakeFirst();
  return row !== undefined && row.since !== null;
}

/** Locks the requirements of all roles against changes until the transaction ends. */
export async function lockTwoFactorPolicy(db: Db): Promise<void> {
  await db.selectFrom('two_factor_policy').select('version').forShare().execute();
}

/** Updates 2FA if it is on or off as expected, with the expected secret if one is given. Returns false otherwise. */
export async function updateTwoFactor(
  db: Db,
  userId: string,
  expected: { readonly enabled: boolean; readonly secret?: Buffer },
  columns: Updateable<UsersTable>,
): Promise<boolean> {
  const { enabled, secret } = expected;
  const updated = await db
    .updateTable('users')
    .set(columns)
    .where('id', '=', userId)
    .where('totp_enabled', '=', enabled)
    .$if(secret !== undefined, (query) => query.where('totp_secret', '=', secret ?? null))
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** Marks a time step as used. Returns false if it or a later one was used before. */
export async function claimTimeStep(db: Db, userId: string, step: number): Promise<boolean> {
  const used = await db
    .updateTable('users')
    .set({ totp_last_step: String(step) })
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', String(step))]))
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** Removes a recovery code. Returns false if the user does not have it. */
export async function removeRecoveryCode(db: Db, userId: string, hash: string): Promise<boolean> {
  const used = await db
    .updateTable('users')
    .set({ recovery_code_hashes: sql`array_remove(recovery_code_hashes, ${hash})` })
    .where('id', '=', userId)
    .where(sql<boolean>`${hash} = any (recovery_code_hashes)`)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}
