import { draftContent, type DraftContent } from '@portal/contract/dictation-drafts';
import { sql, type Selectable } from 'kysely';
import { z } from 'zod';
import { anyId } from '#db/any-id.ts';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/statement-marks.ts';
import { together } from '#db/together.ts';
import type { DictationDraftsTable } from '#db/schema.ts';
import { decryptValue, encryptValue } from '#security/cipher.ts';
import type { Keys } from '#security/keys.ts';

/** A row of `dictation_drafts`. */
export type DraftColumns = Selectable<DictationDraftsTable>;

const drafts = (db: Db) =>
  db
    .selectFrom('dictation_drafts as f')
    .innerJoin('templates as t', 't.id', 'f.template_id')
    .select([
      'f.id',
      'f.dictation_id',
      'f.template_id',
      't.name as template_name',
      'f.template_version',
      'f.base_version',
      'f.revision',
      'f.editor_id',
      'f.content',
      'f.updated_at',
    ])
    .where('f.content', 'is not', null);
/** An open draft with its template's name. */
export type DraftRecord = Awaited<ReturnType<ReturnType<typeof drafts>['executeTakeFirstOrThrow']>>;

/** Lists up to 200 drafts of a user, newest first. */
export const listDrafts = (db: Db, ownerId: string): Promise<DraftRecord[]> =>
  drafts(db)
    .where('f.owner_id', '=', ownerId)
    .orderBy('f.updated_at', 'desc')
    .orderBy('f.id')
    .limit(200)
    .execute();

/** Finds drafts of a user. */
export const findDrafts = (db: Db, ownerId: string, ids: readonly string[]): Promise<DraftRecord[]> =>
  drafts(db).where('f.owner_id', '=', ownerId).where('f.id', '=', anyId(ids)).execute();

/** Finds a user's draft; undefined when it does not exist or was saved. */
export const findDraft = (db: Db, ownerId: string, id: string): Promise<DraftRecord | undefined> =>
  drafts(db).where('f.owner_id', '=', ownerId).where('f.id', '=', id).modifyEnd(PREPARED).executeTakeFirst();

/**
 * Locks a draft ID until the transaction ends, even if no draft exists yet, so concurrent requests run one after the other.
 * Returns the draft's row, including one that was already saved as a dictation.
 */
export async function lockDraft(db: Db, id: string): Promise<DraftColumns | undefined> {
  const [, draft] = await together([
    sql`select pg_advisory_xact_lock(hashtextextended('dictation-draft:' || ${id}, 0)) ${PREPARED}`.execute(
      db,
    ),
    db.selectFrom('dictation_drafts').selectAll().where('id', '=', id).modifyEnd(PREPARED).executeTakeFirst(),
  ]);
  return draft;
}

/**
 * Finds a user's open draft of a dictation under another ID. Locks the user's drafts of the dictation until the transaction ends, so
 * that two editors that create their first draft at the same time run one after the other. Take it after `lockDraft` to avoid
 * deadlocks.
 */
export async function lockOtherDraft(
  db: Db,
  id: string,
  { ownerId, dictationId }: { readonly ownerId: string; readonly dictationId: string },
): Promise<DraftColumns | undefined> {
  const what = `dictation-draft-of:${ownerId}:${dictationId}`;
  const [, draft] = await together([
    sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0)) ${PREPARED}`.execute(db),
    db
      .selectFrom('dictation_drafts')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('dictation_id', '=', dictationId)
      .where('content', 'is not', null)
      .where('id', '!=', id)
      .forUpdate()
      .modifyEnd(PREPARED)
      .executeTakeFirst(),
  ]);
  return draft;
}

/** Inserts or replaces a draft. */
export async function upsertDraft(db: Db, { id, owner_id, ...columns }: DraftColumns): Promise<void> {
  await db
    .insertInto('dictation_drafts')
    .values({ id, owner_id, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .modifyEnd(PREPARED)
    .execute();
}

/** Whether a template, and a patient if there is one, can be chosen for a new dictation. */
export async function findActive(
  db: Db,
  { templateId, patientId }: { readonly templateId: string; readonly patientId: string | null },
): Promise<{ readonly template: boolean; readonly patient: boolean }> {
  const { template, patient } = await db
    .selectNoFrom((eb) => [
      eb
        .exists(eb.selectFrom('templates').where('id', '=', templateId).where('is_active', '=', true))
        .as('template'),
      eb
        .exists(eb.selectFrom('patients').where('id', '=', patientId).where('is_active', '=', true))
        .as('patient'),
    ])
    .executeTakeFirstOrThrow();
  return { template: template === true, patient: patientId === null || patient === true };
}

export async function deleteDraft(db: Db, id: string): Promise<void> {
  await db.deleteFrom('dictation_drafts').where('id', '=', id).execute();
}

/** A draft that a save replaces, even one that was never autosaved. */
export interface ReplacedDraft {
  readonly id: string;
  readonly ownerId: string;
  readonly templateId: string;
  readonly templateVersion: number;
  /** The ID of the saved dictation. */
  readonly savedAs: string;
}

/** Deletes a draft's content and records which dictation it was saved as. Returns false for another user's draft. */
export async function closeDraft(db: Db, draft: ReplacedDraft, now: Date): Promise<boolean> {
  const closed = { dictation_id: null, content: null, saved_as: draft.savedAs, updated_at: now };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('dictation_drafts')
    .values({
      id: draft.id,
      owner_id: draft.ownerId,
      template_id: draft.templateId,
      template_version: draft.templateVersion,
      base_version: null,
      revision: 0,
      editor_id: draft.id,
      ...closed,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(closed).where('dictation_drafts.owner_id', '=', draft.ownerId),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

const contextOf = (id: string) => `dictation_drafts.content:${id}`;

/** Encrypts a draft's content, bound to the draft's ID. */
export const sealContent = (keys: Keys, id: string, content: DraftContent): Buffer =>
  encryptValue(keys, contextOf(id), JSON.stringify(content));

/**
 * Decrypts a draft's content and drops fields that older portal versions stored. Throws when the content was altered or belongs to
 * another draft.
 */
export function openContent(keys: Keys, { id, content }: Pick<DraftRecord, 'id' | 'content'>): DraftContent {
  if (content === null) throw new Error('The draft was saved and no longer has content');
  return z.object(draftContent.shape).parse(JSON.parse(decryptValue(keys, contextOf(id), content)));
}
