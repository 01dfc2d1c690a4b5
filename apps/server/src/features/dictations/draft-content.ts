import {
  draftContent,
  type Draft,
  type DraftContent,
  type DraftRow,
} from '@portal/contract/dictation-drafts';
import { decryptValue, encryptValue } from '#security/cipher.ts';
import type { Keys } from '#security/keys.ts';
import type { DraftRecordRow } from './draft-repo.ts';

const contextOf = (id: string) => `dictation_drafts.content:${id}`;

/** What is stored of a draft's content: encrypted for this draft (decisions 61). */
export const sealContent = (keys: Keys, id: string, content: DraftContent): Buffer =>
  encryptValue(keys, contextOf(id), JSON.stringify(content));

/** The content of a stored draft. Throws when it was altered or belongs to another one. */
export function openContent(keys: Keys, id: string, sealed: Buffer): DraftContent {
  return draftContent.parse(JSON.parse(decryptValue(keys, contextOf(id), sealed)));
}

/** A whole draft as the wire carries it. */
export function presentDraft(keys: Keys, row: DraftRecordRow): Draft {
  if (row.content === null) throw new Error('The draft was saved and has no content any more');
  const content = openContent(keys, row.id, row.content);
  return {
    id: row.id,
    dictationId: row.dictation_id,
    templateId: row.template_id,
    templateName: row.template_name,
    templateVersion: row.template_version,
    patientName: content.patientName,
    procedureDate: content.procedureDate,
    baseVersion: row.base_version,
    revision: row.revision,
    editorId: row.editor_id,
    updatedAt: row.updated_at.toISOString(),
    content,
  };
}

/** The same without its content. */
export function presentDraftRow(keys: Keys, row: DraftRecordRow): DraftRow {
  const { content: _, ...rest } = presentDraft(keys, row);
  return rest;
}
