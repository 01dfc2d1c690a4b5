import { sql, type RawBuilder } from 'kysely';
import { hasTwoFactor } from '#authz/required-two-factor.ts';
import type { Db } from '#db/database.ts';
import { rateLimitKey } from '#platform/client-address.ts';

/** The account data that sign-in needs. */
export interface Account {
  readonly id: string;
  readonly userName: string;
  readonly passwordHash: string;
  readonly isActive: boolean;
  readonly temporaryPasswordExpiresAt: Date | null;
  readonly twoFactorEnabled: boolean;
  /** Has the role Admin or SuperAdmin. */
  readonly isAdministrator: boolean;
  /** The office's whitelist allows this IP address, or the user is a SuperAdmin. */
  readonly ipAllowed: boolean;
  /** Allowed only because SuperAdmin is exempt. */
  readonly ipExempt: boolean;
}

/** Returns an account by username (case-insensitive), or undefined. */
export const findAccount = (db: Db, username: string, ip: string, now: Date): Promise<Account | undefined> =>
  findAccountWhere(db, sql<boolean>`lower(u.user_name) = ${username.toLowerCase()}`, ip, now);

/** Returns an account, or undefined. */
export const findAccountById = (db: Db, id: string, ip: string, now: Date): Promise<Account | undefined> =>
  findAccountWhere(db, sql<boolean>`u.id = ${id}`, ip, now);

async function findAccountWhere(
  db: Db,
  condition: RawBuilder<boolean>,
  ip: string,
  now: Date,
): Promise<Account | undefined> {
  const row = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.user_name', 'u.password_hash', 'u.is_active', 'u.temporary_password_expires_at'])
    .select(hasTwoFactor.as('has_two_factor'))
    .select(
      sql<boolean>`exists (select from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id and r.name = 'SuperAdmin')`.as(
        'is_super_admin',
      ),
    )
    .select(
      sql<boolean>`exists (select from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id and r.name in ('Admin', 'SuperAdmin'))`.as(
        'is_administrator',
      ),
    )
    .select(
      sql<boolean>`not exists (
        select from office_ip_whitelist w where w.office_id = u.office_id and (w.expires_at is null or w.expires_at > ${now})
      ) or exists (
        select from office_ip_whitelist w where w.office_id = u.office_id and (w.expires_at is null or w.expires_at > ${now})
          and ${ip}::inet <<= w.ip_address
      )`.as('on_whitelist'),
    )
    .where(condition)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    userName: row.user_name,
    passwordHash: row.password_hash,
    isActive: row.is_active,
    temporaryPasswordExpiresAt: row.temporary_password_expires_at,
    twoFactorEnabled: row.has_two_factor,
    isAdministrator: row.is_administrator,
    ipAllowed: row.on_whitelist || row.is_super_admin,
    ipExempt: row.is_super_admin && !row.on_whitelist,
  };
}

/** Records a sign-in unless the password has changed or the user is inactive, and locks the user. Returns whether it did. */
export async function recordSignIn(db: Db, { id, passwordHash }: Account, now: Date): Promise<boolean> {
  const updated = await db
    .updateTable('users')
    .set({ last_login_at: now })
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .where('is_active', '=', true)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** Whether a user has signed in from an address or its network before. Sessions are kept for 90 days. */
export async function hasSignedInFrom(db: Db, userId: string, ip: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where(sql<boolean>`ip_address <<= ${rateLimitKey(ip)}::inet`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Gets what a change of the password is checked against. */
export function getPasswordAccount(db: Db, userId: string) {
  return db
    .selectFrom('users as u')
    .select(['u.password_hash', 'u.first_name', 'u.last_name', 'u.user_name', 'u.email'])
    .select(hasTwoFactor.as('has_two_factor'))
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Sets a password chosen by the user. Returns false if the current hash is no longer the expected one. */
export async function updatePassword(
  db: Db,
  userId: string,
  hashes: { readonly current: string; readonly next: string },
): Promise<boolean> {
  const updated = await db
    .updateTable('users')
    .set({ password_hash: hashes.next, must_change_password: false, temporary_password_expires_at: null })
    .where('id', '=', userId)
    .where('password_hash', '=', hashes.current)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}
