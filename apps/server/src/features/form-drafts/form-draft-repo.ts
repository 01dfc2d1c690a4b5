import { formDraftContent, type FormDraftContent } from '@portal/contract/form-drafts';
import { isNeverInDrafts } from '@portal/domain/form-drafts';
import { sql, type Selectable } from 'kysely';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import type { FormDraftsTable } from '#db/schema.ts';
import { PREPARED } from '#db/statement-marks.ts';
import { together } from '#db/together.ts';
import { decryptValue, encryptValue } from '#security/cipher.ts';
import type { Keys } from '#security/keys.ts';

/** A row of `form_drafts`. */
export type DraftColumns = Selectable<FormDraftsTable>;
/** A draft that was neither saved nor removed. */
export type OpenDraft = DraftColumns & { readonly content: Buffer };

const isOpen = (draft: DraftColumns): draft is OpenDraft => draft.content !== null;

/** Lists the drafts of a user, newest first. */
export async function listDrafts(db: Db, userId: string): Promise<OpenDraft[]> {
  const rows = await db
    .selectFrom('form_drafts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('content', 'is not', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .modifyEnd(PREPARED)
    .execute();
  return rows.filter(isOpen);
}

/** Finds a draft of a user; undefined when it does not exist, was saved or was removed. */
export async function findDraft(db: Db, userId: string, id: string): Promise<OpenDraft | undefined> {
  const row = await db
    .selectFrom('form_drafts')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined && isOpen(row) ? row : undefined;
}

/**
 * Makes other changes of the user's drafts wait until the transaction ends. Returns the row of one, even if it has no content, and how
 * many drafts the user has.
 */
export async function lockDraft(db: Db, userId: string, id: string) {
  const [, row, { count }] = await together([
    sql`select pg_advisory_xact_lock(hashtextextended('form-drafts:' || ${userId}, 0)) ${PREPARED}`.execute(
      db,
    ),
    db.selectFrom('form_drafts').selectAll().where('id', '=', id).modifyEnd(PREPARED).executeTakeFirst(),
    db
      .selectFrom('form_drafts')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('user_id', '=', userId)
      .where('content', 'is not', null)
      .modifyEnd(PREPARED)
      .executeTakeFirstOrThrow(),
  ]);
  return { row, count: Number(count) };
}

/** Inserts or replaces a draft. */
export async function upsertDraft(db: Db, { id, user_id, ...columns }: DraftColumns): Promise<void> {
  await db
    .insertInto('form_drafts')
    .values({ id, user_id, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .modifyEnd(PREPARED)
    .execute();
}

/** Removes the content of a draft and remembers its id. */
export async function closeDraft(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('form_drafts').set({ content: null, updated_at: now }).where('id', '=', id).execute();
}

const contextOf = (id: string) => `form_drafts.content:${id}`;

/** Encrypts what was entered, bound to the draft's id. */
export const sealContent = (keys: Keys, id: string, content: FormDraftContent): Buffer =>
  encryptValue(keys, contextOf(id), JSON.stringify(content));

/** Values as any version of the portal stored them, without the fields that drafts must not contain now. */
const storedValues = z
  .record(z.string(), z.unknown())
  .transform((typed) => Object.fromEntries(Object.entries(typed).filter(([name]) => !isNeverInDrafts(name))));
const storedContent = z.object({ ...formDraftContent.shape, base: storedValues, mine: storedValues });

/**
 * Decrypts what was entered, and drops what other versions of the portal stored and this one does not allow. Throws when it was altered or
 * belongs to another draft.
 */
export const openContent = (keys: Keys, { id, content }: OpenDraft): FormDraftContent =>
  storedContent.parse(JSON.parse(decryptValue(keys, contextOf(id), content)));
