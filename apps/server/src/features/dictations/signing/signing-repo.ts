import { fullName } from '@portal/domain/person-name';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/statement-marks.ts';
import { HASH_VERSION } from '../content-hash.ts';
import type { Writer } from '../dictation-repo.ts';

/** The name and title of a signer or author. */
export interface Signer {
  readonly name: string;
  readonly title: string | null;
}

/** Finds a user's current name and title. */
export async function findSigner(db: Db, userId: string): Promise<Signer> {
  const row = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'title'])
    .where('id', '=', userId)
    .modifyEnd(PREPARED)
    .executeTakeFirstOrThrow();
  return { name: fullName(row.first_name, row.last_name), title: row.title };
}

/** Signs a Saved or Completed dictation of the signer in this version. Returns false if there is none. */
export async function updateSigned(
  db: Db,
  { id, version }: { readonly id: string; readonly version: number },
  { name, title, contentHash }: Signer & { readonly contentHash: Buffer },
  { by, now }: Writer,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('dictations')
    .set((eb) => ({
      status: 'Signed',
      signed_at: now,
      signed_by: by,
      signer_name: name,
      signer_title: title,
      content_hash: contentHash,
      hash_version: HASH_VERSION,
      updated_at: now,
      updated_by: by,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('status', 'in', ['Saved', 'Completed'])
    .where('provider_id', '=', by)
    .where('version', '=', version)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Inserts an addendum to a signed dictation and increments its version. */
export async function insertAddendum(
  db: Db,
  dictationId: string,
  { text, reason }: { readonly text: string; readonly reason: string | null },
  { name, title }: Signer,
  { by, now }: Writer,
): Promise<void> {
  await db
    .insertInto('dictation_addenda')
    .values({
      dictation_id: dictationId,
      text,
      reason,
      author_id: by,
      author_name: name,
      author_title: title,
      created_at: now,
    })
    .execute();
  await db
    .updateTable('dictations')
    .set((eb) => ({ addendum_count: eb('addendum_count', '+', 1), version: eb('version', '+', 1) }))
    .where('id', '=', dictationId)
    .execute();
}
