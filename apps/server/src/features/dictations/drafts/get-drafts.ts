import { type Draft, draftGet, draftList } from '@portal/contract/dictation-drafts';
import { listPatientLabels } from '#features/patients/index.ts';
import { recordRead } from '#request/record-read.ts';
import { notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { MISSING_DRAFT } from '../dictation-view.ts';
import { findDraft, listDrafts, openContent, type DraftRecord } from './draft-repo.ts';
import { presentDraft } from './draft-view.ts';

/** Lists the caller's drafts, newest first. The audit entry names the drafts and patients shown. */
export const getDrafts = operation(draftList, async (context) => {
  const drafts = await openDrafts(context, await listDrafts(context.deps.db, context.user.id));
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Dictation',
    entityId: null,
    newValues: {
      draftIds: drafts.map(({ id }) => id),
      patientIds: [...new Set(drafts.flatMap(({ content }) => content.patientId ?? []))],
    },
  });
  return drafts.map(({ content: _content, ...row }) => row);
});

/** Gets one of the caller's drafts. Throws NOT_FOUND, also for another user's draft. */
export const getDraft = operation(draftGet, async (context, { params: { id } }) => {
  const row = await findDraft(context.deps.db, context.user.id, id);
  const [draft] = await openDrafts(context, row === undefined ? [] : [row]);
  if (draft === undefined) throw notFound(MISSING_DRAFT);
  await recordRead(context, {
    action: 'Viewed',
    entityType: 'Dictation',
    entityId: draft.dictationId,
    patientId: draft.content.patientId,
    newValues: { draftId: id },
  });
  return draft;
});

/** Decrypts drafts and adds the current names of their patients. The caller records the read. */
export async function openDrafts({ deps }: SignedInContext, rows: readonly DraftRecord[]): Promise<Draft[]> {
  const drafts = rows.map((row) => ({ row, content: openContent(deps.keys, row) }));
  const patientIds = drafts.flatMap(({ content }) => content.patientId ?? []);
  const names = await listPatientLabels(deps.db, patientIds);
  return drafts.map(({ row, content }) => presentDraft(row, content, names));
}
