import { sql, type Updateable } from 'kysely';
import { twoFactorRequiredSince } from '#authz/required-two-factor.ts';
import type { Db } from '#db/database.ts';
import type { UsersTable } from '#db/schema.ts';
import { CLOCK_TOLERANCE_MS } from '#platform/time-limits.ts';

/** How a user confirms sign-ins. */
export interface TwoFactor {
  readonly isOn: boolean;
  readonly hasApp: boolean;
  /** Encrypted TOTP secret, also of a setup that was started. */
  readonly secret: Buffer | null;
  readonly recoveryCodesLeft: number;
  readonly passkeyCount: number;
}

/** Finds how a user confirms sign-ins. */
export async function findTwoFactor(db: Db, userId: string): Promise<TwoFactor | undefined> {
  const row = await db
    .selectFrom('users as u')
    .select(['u.totp_enabled', 'u.totp_secret'])
    .select([
      sql<number>`cardinality(u.recovery_code_hashes)`.as('recovery_codes_left'),
      sql<number>`(select count(*)::int from passkeys p where p.user_id = u.id)`.as('passkey_count'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    isOn: row.totp_enabled || row.passkey_count > 0,
    hasApp: row.totp_enabled,
    secret: row.totp_secret,
    recoveryCodesLeft: row.recovery_codes_left,
    passkeyCount: row.passkey_count,
  };
}

/** Locks a user, and then finds how they confirm sign-ins. Every change of that takes this lock first. */
export async function lockTwoFactor(db: Db, userId: string): Promise<TwoFactor | undefined> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  return findTwoFactor(db, userId);
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

/** Updates how a user confirms sign-ins. */
export async function updateTwoFactor(
  db: Db,
  userId: string,
  columns: Updateable<UsersTable>,
): Promise<void> {
  await db.updateTable('users').set(columns).where('id', '=', userId).execute();
}

const STEPS_AHEAD = CLOCK_TOLERANCE_MS / 30_000;

/** Marks a time step of 30 s as used. Returns false if it or a later one was used before. One that lies ahead was used while the clock was wrong. */
export async function claimTimeStep(db: Db, userId: string, step: number): Promise<boolean> {
  const used = await db
    .updateTable('users')
    .set({ totp_last_step: String(step) })
    .where('id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('totp_last_step', 'is', null),
        eb('totp_last_step', '<', String(step)),
        eb('totp_last_step', '>', String(step + STEPS_AHEAD)),
      ]),
    )
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
