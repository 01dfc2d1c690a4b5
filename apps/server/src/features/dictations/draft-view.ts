import {
  draftContent,
  type Draft,
  type DraftContent,
  type DraftSaved,
} from '@portal/contract/dictation-drafts';
import { z } from 'zod';
import { decryptValue, encryptValue } from '#security/cipher.ts';
import type { Keys } from '#security/keys.ts';
import type { DraftRecord } from './draft-repo.ts';

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
