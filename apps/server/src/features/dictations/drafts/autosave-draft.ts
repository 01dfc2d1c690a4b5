import { draftSave } from '@portal/contract/dictation-drafts';
import type { BodyOf } from '@portal/contract/endpoint';
import { together } from '#db/together.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError, fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { markTemplateVersionUsed } from '#features/templates/index.ts';
import { findStatus } from '../dictation-repo.ts';
import { MISSING, MISSING_DRAFT } from '../dictation-view.ts';
import {
  deleteDraft,
  findActive,
  findDraft,
  lockDraft,
  lockOtherDraft,
  openContent,
  sealContent,
  upsertDraft,
  type DraftColumns,
} from './draft-repo.ts';
import { presentSavedDraft } from './draft-view.ts';

type Body = BodyOf<typeof draftSave>;

/**
 * Autosaves a draft without validating it. Throws STALE with the stored draft when another editor wrote since, unless `takeOver` is
 * set; NOT_FOUND for another user's draft or an unknown dictation; CONFLICT for a signed dictation or a draft that was already saved.
 */
export const autosaveDraft = operation(draftSave, async (context, { params: { id }, body }) => {
  const { dictationId, templateId, templateVersion } = body;
  const ownerId = context.user.id;
  return inTransaction(context, async (tx) => {
    const before = await lockDraft(tx.db, id);
    if (before !== undefined && before.owner_id !== ownerId) throw notFound(MISSING_DRAFT);
    if (before !== undefined && before.saved_as !== null && dictationId === null)
      throw new AppError('CONFLICT', {
        message: 'This dictation was already saved. Open it to continue.',
        current: { dictationId: before.saved_as },
        about: [{ id: before.saved_as, patientId: null }],
      });
    if (dictationId !== null) await requireOpen(tx, dictationId);
    // Each user has at most one draft per dictation.
    const other =
      dictationId === null ? undefined : await lockOtherDraft(tx.db, id, { ownerId, dictationId });
    if (!body.takeOver) await requireLatest(context, tx, body, before, other);

    if (other !== undefined) await deleteDraft(tx.db, other.id);
    if (!(await markTemplateVersionUsed(tx.db, { templateId, contentVersion: templateVersion })))
      throw fieldError('templateId', 'This template no longer exists');
    const draft = {
      id,
      owner_id: ownerId,
      dictation_id: dictationId,
      template_id: templateId,
      template_version: templateVersion,
      base_version: body.baseVersion,
      revision: Math.max(before?.revision ?? 0, other?.revision ?? 0, body.revision) + 1,
      editor_id: body.editorId,
      content: sealContent(context.deps.keys, id, body.content),
      saved_as: null,
      may_finish: await mayFinish(context, tx, body, before),
      updated_at: context.now,
    };
    const [, saved] = await together([upsertDraft(tx.db, draft), findDraft(tx.db, ownerId, id)]);
    if (saved === undefined) throw notFound(MISSING_DRAFT);
    return presentSavedDraft(saved, body.content);
  });
});

/** Whether the template and the patient were active when they were chosen, so that the author may still save this draft. */
async function mayFinish(
  { deps }: SignedInContext,
  tx: Tx,
  { dictationId, templateId, content: { patientId } }: Body,
  before: DraftColumns | undefined,
): Promise<boolean> {
  if (dictationId !== null) return false;
  const hadBoth = before?.may_finish === true && before.template_id === templateId;
  const isSamePatient =
    before !== undefined && before.content !== null && openContent(deps.keys, before).patientId === patientId;
  if (hadBoth && isSamePatient) return true;
  const active = await findActive(tx.db, { templateId, patientId });
  return (hadBoth || active.template) && active.patient;
}

/** Throws NOT_FOUND for an unknown dictation and CONFLICT for a signed one. */
async function requireOpen(tx: Tx, dictationId: string): Promise<void> {
  const row = await findStatus(tx.db, dictationId);
  if (row?.is_active !== true) throw notFound(MISSING);
  if (row.status === 'Signed')
    throw new AppError('CONFLICT', { message: 'This dictation is signed and can no longer be changed.' });
}

/** Throws STALE with the stored draft when another editor wrote it. */
async function requireLatest(
  { deps, user }: SignedInContext,
  tx: Tx,
  body: Body,
  before: DraftColumns | undefined,
  other: DraftColumns | undefined,
): Promise<void> {
  const stored = other ?? (before === undefined || before.content === null ? undefined : before);
  if (stored === undefined || stored.editor_id === body.editorId) return;
  // The same editor may have missed the response to its last write.
  if (stored.id === before?.id && stored.revision === body.revision) return;
  const message = 'This dictation is open elsewhere and was changed there.';
  const row = await findDraft(tx.db, user.id, stored.id);
  if (row === undefined) throw new AppError('STALE', { message });
  const content = openContent(deps.keys, row);
  throw new AppError('STALE', {
    message,
    current: presentSavedDraft(row, content),
    about: [{ id: row.id, patientId: content.patientId }],
  });
}
