import type { Draft, draftDelete, DraftRow, DraftSaved, draftSave } from '@portal/contract/dictation-drafts';
import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import { recordRead } from '#request/record-read.ts';
import type { Tx } from '#request/transaction.ts';
import { inTransaction } from '#request/transaction.ts';
import { MISSING } from './sign.ts';
import { AppError, fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { markTemplateVersionUsed } from '#features/templates/index.ts';
import { openContent, presentDrafts, presentSaved, sealContent } from './draft-content.ts';
import {
  closeDraft,
  findDraft,
  findDrafts,
  lockDraft,
  lockDraftOf,
  type DraftColumns,
} from './draft-repo.ts';

const NO_DRAFT = 'This draft no longer exists.';
const SAVED = 'This dictation was already saved. Open it to continue.';

/** Lists the caller's drafts, newest first. The audit entry names the drafts and patients shown. */
export async function getDrafts(context: SignedInContext): Promise<DraftRow[]> {
  const { db, keys } = context.deps;
  const rows = await presentDrafts(db, keys, await findDrafts(db, context.user.id));
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Dictation',
    entityId: null,
    newValues: {
      draftIds: rows.map(({ id }) => id),
      patientIds: [...new Set(rows.flatMap(({ content }) => content.patientId ?? []))],
    },
  });
  return rows.map(({ content: _content, ...row }) => row);
}

/** Gets one of the caller's drafts. Throws NOT_FOUND, also for another user's draft. */
export async function getDraft(context: SignedInContext, id: string): Promise<Draft> {
  const { db, keys } = context.deps;
  const row = await findDraft(db, context.user.id, id);
  const [draft] = await presentDrafts(db, keys, row === undefined ? [] : [row]);
  if (draft === undefined) throw notFound(NO_DRAFT);
  await recordRead(context, {
    action: 'Viewed',
    entityType: 'Dictation',
    entityId: draft.dictationId,
    patientId: draft.content.patientId,
    newValues: { draftId: id },
  });
  return draft;
}

/**
 * Autosaves a draft without validating it. Throws STALE with the stored draft when another editor wrote since, unless `takeOver` is
 * set; NOT_FOUND for another user's draft or an unknown dictation; CONFLICT for a signed dictation or a draft that was already saved.
 */
export async function keepDraft(
  context: SignedInContext,
  id: string,
  body: BodyOf<typeof draftSave>,
): Promise<DraftSaved> {
  const { keys } = context.deps;
  return inTransaction(context, async (tx) => {
    const { db } = tx;
    const before = await lockDraft(db, id);
    if (before !== undefined && before.owner_id !== context.user.id) throw notFound(NO_DRAFT);
    if (before !== undefined && before.saved_as !== null && body.dictationId === null)
      throw new AppError('CONFLICT', { message: SAVED, current: { dictationId: before.saved_as } });
    if (body.dictationId !== null) await requireOpen(tx, body.dictationId);
    const rival = await otherDraftOf(context, tx, id, body.dictationId);
    if (!body.takeOver) await requireLatest(context, tx, body, before, rival);
    if (rival !== undefined) await db.deleteFrom('dictation_drafts').where('id', '=', rival.id).execute();
    const version = { templateId: body.templateId, contentVersion: body.templateVersion };
    if (!(await markTemplateVersionUsed(db, version)))
      throw fieldError('templateId', 'This template no longer exists');
    const columns = {
      dictation_id: body.dictationId,
      template_id: body.templateId,
      template_version: body.templateVersion,
      base_version: body.baseVersion,
      revision: Math.max(before?.revision ?? 0, rival?.revision ?? 0, body.revision) + 1,
      editor_id: body.editorId,
      content: sealContent(keys, id, body.content),
      saved_as: null,
      updated_at: context.now,
    };
    await db
      .insertInto('dictation_drafts')
      .values({ id, owner_id: context.user.id, ...columns })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
      .execute();
    const row = await findDraft(db, context.user.id, id);
    if (row === undefined) throw notFound(NO_DRAFT);
    return presentSaved(keys, row);
  });
}

/** Throws NOT_FOUND for an unknown dictation and CONFLICT for a signed one. */
async function requireOpen(tx: Tx, dictationId: string): Promise<void> {
  const row = await tx.db
    .selectFrom('dictations')
    .select(['status', 'is_active'])
    .where('id', '=', dictationId)
    .executeTakeFirst();
  if (row?.is_active !== true) throw notFound(MISSING);
  if (row.status === 'Signed')
    throw new AppError('CONFLICT', { message: 'This dictation is signed and can no longer be changed.' });
}

/** The caller's draft of the same dictation under another ID. Each user has at most one draft per dictation. */
async function otherDraftOf(
  { user }: SignedInContext,
  tx: Tx,
  id: string,
  dictationId: string | null,
): Promise<DraftColumns | undefined> {
  if (dictationId === null) return undefined;
  // Serializes two editors that create their first draft at the same time.
  await lockDraftOf(tx.db, user.id, dictationId);
  return tx.db
    .selectFrom('dictation_drafts')
    .selectAll()
    .where('owner_id', '=', user.id)
    .where('dictation_id', '=', dictationId)
    .where('content', 'is not', null)
    .where('id', '!=', id)
    .forUpdate()
    .executeTakeFirst();
}

async function requireLatest(
  context: SignedInContext,
  tx: Tx,
  body: BodyOf<typeof draftSave>,
  before: DraftColumns | undefined,
  rival: DraftColumns | undefined,
): Promise<void> {
  const stored = rival ?? (before === undefined || before.content === null ? undefined : before);
  if (stored === undefined) return;
  // The same editor may have missed the response to its last write.
  const isOurs =
    stored.editor_id === body.editorId || (stored.id === before?.id && stored.revision === body.revision);
  if (isOurs) return;
  const row = await findDraft(tx.db, context.user.id, stored.id);
  throw new AppError('STALE', {
    message: 'This dictation is open elsewhere and was changed there.',
    ...(row === undefined ? {} : { current: presentSaved(context.deps.keys, row) }),
  });
}

/** Discards one of the caller's drafts. Throws NOT_FOUND. */
export async function discardDraft(
  context: SignedInContext,
  id: string,
): Promise<AnswerOf<typeof draftDelete>> {
  return inTransaction(context, async (tx) => {
    await lockDraft(tx.db, id);
    const row = await findDraft(tx.db, context.user.id, id);
    if (row === undefined) throw notFound(NO_DRAFT);
    await tx.db.deleteFrom('dictation_drafts').where('id', '=', id).execute();
    tx.audit({
      action: 'Deleted',
      entityType: 'Dictation',
      entityId: row.dictation_id,
      patientId: openContent(context.deps.keys, row).patientId,
      newValues: { draftId: id },
    });
    return { message: 'The draft was discarded.' };
  });
}

/** The dictation that this draft was already saved as, or null. Throws NOT_FOUND for another user's draft. */
export async function savedAs(context: SignedInContext, tx: Tx, draftId: string): Promise<string | null> {
  const draft = await lockDraft(tx.db, draftId);
  if (draft !== undefined && draft.owner_id !== context.user.id) throw notFound(NO_DRAFT);
  return draft?.saved_as ?? draft?.dictation_id ?? null;
}

/** Closes the draft that a save replaced; does nothing without a draft ID. Throws NOT_FOUND for another user's draft. */
export async function replaceDraft(
  context: SignedInContext,
  tx: Tx,
  draftId: string | undefined,
  dictation: { readonly id: string; readonly templateId: string; readonly templateVersion: number },
): Promise<void> {
  if (draftId === undefined) return;
  const known = await lockDraft(tx.db, draftId);
  if (known !== undefined && known.owner_id !== context.user.id) throw notFound(NO_DRAFT);
  await closeDraft(
    tx.db,
    {
      id: draftId,
      owner_id: context.user.id,
      template_id: dictation.templateId,
      template_version: dictation.templateVersion,
      editor_id: known?.editor_id ?? draftId,
    },
    dictation.id,
    context.now,
  );
}
