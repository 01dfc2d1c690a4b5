import type { Draft, DraftContent, DraftSaved } from '@portal/contract/dictation-drafts';
import type { DraftRecord } from './draft-repo.ts';

/** The API response to an autosave: without the content and the patient's name. */
export const presentSavedDraft = (row: DraftRecord, { procedureDate }: DraftContent): DraftSaved => ({
  id: row.id,
  dictationId: row.dictation_id,
  templateId: row.template_id,
  templateName: row.template_name,
  templateVersion: row.template_version,
  procedureDate,
  baseVersion: row.base_version,
  revision: row.revision,
  editorId: row.editor_id,
  updatedAt: row.updated_at.toISOString(),
});

/** A complete draft; `patientNames` has the current names by patient ID. */
export const presentDraft = (
  row: DraftRecord,
  content: DraftContent,
  patientNames: ReadonlyMap<string, string>,
): Draft => ({
  ...presentSavedDraft(row, content),
  patientName: content.patientId === null ? null : (patientNames.get(content.patientId) ?? null),
  content,
});
