import { sql, type Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { DictationDraftsTable } from '#db/tables/dictations.ts';

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
export type DraftRecordRow = Awaited<ReturnType<ReturnType<typeof drafts>['executeTakeFirstOrThrow']>>;

/** Somebody's kept drafts, newest first. */
export function findDrafts(db: Db, ownerId: string): Promise<DraftRecordRow[]> {
  return drafts(db)
    .where('f.owner_id', '=', ownerId)
    .orderBy('f.updated_at', 'desc')
    .orderBy('f.id')
    .limit(200)
    .execute();
}

/** One of somebody's kept drafts. */
export function findDraft(db: Db, ownerId: string, id: string): Promise<DraftRecordRow | undefined> {
  return drafts(db).where('f.owner_id', '=', ownerId).where('f.id', '=', id).executeTakeFirst();
}

/**
 * Whatever is known of an id, also of one that became a dictation; keeps others from it until the transaction ends. Two that bring the same
 * new id follow each other as well.
 */
export async function lockDraft(db: Db, id: string): Promise<DraftColumns | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('dictation-draft:' || ${id}, 0))`.execute(db);
  return db.selectFrom('dictation_drafts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Keeps others from making somebody's draft of a dictation until the transaction ends. Taken after the draft's own lock. */
export async function lockDraftOf(db: Db, ownerId: string, dictationId: string): Promise<void> {
  const what = `dictation-draft-of:${ownerId}:${dictationId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(db);
}

/** Remembers what a note became and forgets what was typed. */
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
