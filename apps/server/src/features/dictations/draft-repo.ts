import { sql, type Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { DictationDraftsTable } from '#db/tables/dictations.ts';

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
export type DraftRecordRow = Awaited<ReturnType<ReturnType<typeof drafts>['executeTakeFirstOrThrow']>>;

/** Lists up to 200 drafts of a user, newest first. */
export function findDrafts(db: Db, ownerId: string): Promise<DraftRecordRow[]> {
  return drafts(db)
    .where('f.owner_id', '=', ownerId)
    .orderBy('f.updated_at', 'desc')
    .orderBy('f.id')
    .limit(200)
    .execute();
}

/** Finds a user's draft; undefined when it does not exist or was saved. */
export function findDraft(db: Db, ownerId: string, id: string): Promise<DraftRecordRow | undefined> {
  return drafts(db).where('f.owner_id', '=', ownerId).where('f.id', '=', id).executeTakeFirst();
}

/**
 * Locks a draft ID until the transaction ends, even if no draft exists yet, so concurrent requests run one after the other.
 * Returns the draft's row, including one that was already saved as a dictation.
 */
export async function lockDraft(db: Db, id: string): Promise<DraftColumns | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('dictation-draft:' || ${id}, 0))`.execute(db);
  return db.selectFrom('dictation_drafts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks a user's draft slot for a dictation until the transaction ends. Take it after `lockDraft` to avoid deadlocks. */
export async function lockDraftOf(db: Db, ownerId: string, dictationId: string): Promise<void> {
  const what = `dictation-draft-of:${ownerId}:${dictationId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(db);
}

/** Deletes a draft's content and records which dictation it was saved as. */
export async function closeDraft(
  db: Db,
  draft: Pick<DraftColumns, 'id' | 'owner_id' | 'template_id' | 'template_version' | 'editor_id'>,
  dictationId: string,
  now: Date,
): Promise<void> {
  const closed = { dictation_id: null, content: null, saved_as: dictationId, updated_at: now };
  await db
    .insertInto('dictation_drafts')
    .values({ ...draft, base_version: null, revision: 0, ...closed })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(closed))
    .execute();
}
