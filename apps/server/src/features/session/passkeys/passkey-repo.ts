import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { PasskeyChallengesTable, PasskeysTable } from '#db/schema.ts';

/** A stored passkey. `counter` is a number as text. */
export type PasskeyRow = Selectable<PasskeysTable>;

const COLUMNS = [
  'id',
  'user_id',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'is_backed_up',
  'name',
  'created_at',
  'last_used_at',
] as const;

/** Lists the passkeys of a user, the oldest first. */
export function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function findPasskeyByCredential(
  db: Db,
  userId: string,
  credentialId: Buffer,
): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkeys')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/** Inserts a passkey and returns it, or undefined if the credential is registered already, by anyone. */
export function insertPasskey(db: Db, row: Insertable<PasskeysTable>): Promise<PasskeyRow | undefined> {
  return db
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Finds a passkey of a user and locks it until the transaction ends. */
export function lockPasskey(
  db: Db,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkeys')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Renames a passkey. */
export async function updatePasskeyName(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable('passkeys').set({ name }).where('id', '=', id).execute();
}

/** Removes a passkey. */
export async function deletePasskey(db: Db, id: string): Promise<void> {
  await db.deleteFrom('passkeys').where('id', '=', id).execute();
}

/**
 * Records the use of a passkey with the counter that it sent. Returns false if the passkey no longer exists, or if its counter did
 * not increase; a counter that is always 0 is not used (WebAuthn Level 3, section 6.1.1).
 */
export async function recordPasskeyUse(
  db: Db,
  id: string,
  use: { readonly counter: number; readonly isBackedUp: boolean; readonly now: Date },
): Promise<boolean> {
  const counter = String(use.counter);
  const updated = await db
    .updateTable('passkeys')
    .set({ counter, is_backed_up: use.isBackedUp, last_used_at: use.now })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('counter', '<', counter),
        eb.and([eb('counter', '=', '0'), eb(sql<string>`${counter}::bigint`, '=', '0')]),
      ]),
    )
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** Stores a challenge that waits for an answer. */
export async function insertChallenge(db: Db, row: Insertable<PasskeyChallengesTable>): Promise<void> {
  await db.insertInto('passkey_challenges').values(row).execute();
}

/** Removes a challenge and returns when it expires; undefined if the user has no such challenge for this purpose. */
export async function takeChallenge(
  db: Db,
  sent: Pick<Selectable<PasskeyChallengesTable>, 'challenge' | 'user_id' | 'purpose'>,
): Promise<Date | undefined> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', sent.challenge)
    .where('user_id', '=', sent.user_id)
    .where('purpose', '=', sent.purpose)
    .returning('expires_at')
    .executeTakeFirst();
  return taken?.expires_at;
}
