import {
  formDraftDelete,
  formDraftGet,
  formDraftList,
  formDraftMarks,
  formDraftSave,
  type FormDraft,
} from '@portal/contract/form-drafts';
import { PATIENT } from '@portal/contract/health-records';
import { FORM_DRAFTS_TOPIC, MAX_FORM_DRAFTS } from '@portal/domain/form-drafts';
import { listPatientLabels } from '#features/patients/index.ts';
import { operation } from '#http/operation.ts';
import { AppError, conflict, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { mayView } from '#request/health-record.ts';
import { recordRead } from '#request/record-read.ts';
import { inTransaction } from '#request/transaction.ts';
import { openForm } from './draft-forms.ts';
import {
  closeDraft,
  findDraft,
  listDrafts,
  lockDraft,
  openContent,
  sealContent,
  upsertDraft,
  type OpenDraft,
} from './form-draft-repo.ts';

const MISSING = 'This draft does not exist. It may have been saved or removed in another window.';

/** The draft with its content; nothing if the caller may not open its form now. */
function present(context: SignedInContext, row: OpenDraft): FormDraft[] {
  const form = openForm(context, row.form);
  if (form === undefined) return [];
  const { id, revision } = row;
  const content = openContent(context.deps.keys, row);
  return [{ id, form, revision, updatedAt: row.updated_at.toISOString(), content }];
}

const ownDrafts = async (context: SignedInContext): Promise<FormDraft[]> =>
  (await listDrafts(context.deps.db, context.user.id)).flatMap((row) => present(context, row));

/** Lists where the caller has drafts. */
export const getMarks = operation(formDraftMarks, async (context) =>
  (await ownDrafts(context)).map(({ content: { address, about }, ...draft }) => ({
    ...draft,
    address,
    about,
  })),
);

/** Lists the caller's drafts with the current names of their patients. */
export const getDrafts = operation(formDraftList, async (context) => {
  const drafts = await ownDrafts(context);
  const patientIds = [...new Set(drafts.flatMap(({ content }) => content.patientId ?? []))];
  const names = await listPatientLabels(context.deps.db, mayView(context, PATIENT) ? patientIds : []);
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'FormDraft',
    entityId: null,
    newValues: { draftIds: drafts.map(({ id }) => id), patientIds },
  });
  return drafts.map(({ content, ...draft }) => {
    const { address, about, dialog, subject, patientId } = content;
    const patientName = patientId === null ? null : (names.get(patientId) ?? null);
    return { ...draft, address, about, dialog, subject, patientName };
  });
});

/** Gets one of the caller's drafts. Throws NOT_FOUND, also for another user's draft and if the form may not be opened now. */
export const getDraft = operation(formDraftGet, async (context, { params: { id } }) => {
  const row = await findDraft(context.deps.db, context.user.id, id);
  const [draft] = row === undefined ? [] : present(context, row);
  if (draft === undefined) throw notFound(MISSING);
  await recordRead(context, {
    action: 'Viewed',
    entityType: 'FormDraft',
    entityId: id,
    patientId: draft.content.patientId,
    newValues: { form: draft.form },
  });
  return draft;
});

/**
 * Keeps unsaved input. Throws FORBIDDEN if the caller may not open the form, NOT_FOUND for another user's draft, CONFLICT for one that was
 * saved or removed and above the limit, and STALE when another window wrote since, unless `takeOver` is set.
 */
export const saveDraft = operation(formDraftSave, async (context, { params: { id }, body }) => {
  const { form, revision, editorId, takeOver, content } = body;
  const { deps, now, user } = context;
  if (openForm(context, form) === undefined) throw new AppError('FORBIDDEN');
  return inTransaction(context, async (tx) => {
    const { row, count } = await lockDraft(tx.db, user.id, id);
    if (row !== undefined && (row.user_id !== user.id || row.form !== form)) throw notFound(MISSING);
    if (row !== undefined && row.content === null)
      throw conflict('This draft was saved or removed in another window.');
    // The same window may have missed the response to its last write.
    if (row !== undefined && !takeOver && row.editor_id !== editorId && row.revision !== revision)
      throw new AppError('STALE', { message: 'This draft is open in another window and was changed there.' });
    if (row === undefined && count >= MAX_FORM_DRAFTS)
      throw conflict(`You have ${MAX_FORM_DRAFTS} drafts. Finish or remove one under Drafts.`);
    const next = Math.max(row?.revision ?? 0, revision) + 1;
    await upsertDraft(tx.db, {
      id,
      user_id: user.id,
      form,
      revision: next,
      editor_id: editorId,
      content: sealContent(deps.keys, id, content),
      updated_at: now,
    });
    if (row === undefined) tx.notify('changes', { topic: FORM_DRAFTS_TOPIC, userId: user.id });
    return { id, form, revision: next, updatedAt: now.toISOString() };
  });
});

/** Removes one of the caller's drafts, also of a form that they may not open now. Throws NOT_FOUND. */
export const removeDraft = operation(formDraftDelete, async (context, { params: { id } }) => {
  const { deps, now, user } = context;
  return inTransaction(context, async (tx) => {
    await lockDraft(tx.db, user.id, id);
    const row = await findDraft(tx.db, user.id, id);
    if (row === undefined) throw notFound(MISSING);
    await closeDraft(tx.db, id, now);
    tx.notify('changes', { topic: FORM_DRAFTS_TOPIC, userId: user.id });
    tx.audit({
      action: 'Deleted',
      entityType: 'FormDraft',
      entityId: id,
      patientId: openContent(deps.keys, row).patientId,
      newValues: { form: row.form },
    });
    return undefined;
  });
});
