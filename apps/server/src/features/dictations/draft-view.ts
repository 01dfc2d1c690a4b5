import {
  draftContent,
  type Draft,
  type DraftContent,
  type DraftSaved,
} from '@portal/contract/dictation-drafts';
import { patientLabel } from '@portal/domain/person-name';
import { z } from 'zod';
import { anyId } from '#db/any-id.ts';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/prepared.ts';
import { decryptValue, encryptValue } from '#security/cipher.ts';
import type { Keys } from '#security/keys.ts';
import type { DraftRecordRow } from './draft-repo.ts';

const contextOf = (id: string) => `dictation_drafts.content:${id}`;

/** Encrypts a draft's content, bound to the draft's ID. */
export const sealContent = (keys: Keys, id: string, content: DraftContent): Buffer =>
  encryptValue(keys, contextOf(id), JSON.stringify(content));

/**
 * Decrypts a draft's content and drops fields that older portal versions stored. Throws when the content was altered or belongs to
 * another draft.
 */
export function openContent(keys: Keys, { id, content }: DraftRecordRow): DraftContent {
  if (content === null) throw new Error('The draft was saved and no longer has content');
  return z.object(draftContent.shape).parse(JSON.parse(decryptValue(keys, contextOf(id), content)));
}

/** The API response to a draft write: without the content and the patient's name. */
export function presentSaved(keys: Keys, row: DraftRecordRow): DraftSaved {
  return savedOf(row, openContent(keys, row));
}

/** Complete drafts for the API, with current patient names. The caller must audit the read. */
export async function presentDrafts(db: Db, keys: Keys, rows: readonly DraftRecordRow[]): Promise<Draft[]> {
  const opened = rows.map((row) => ({ row, content: openContent(keys, row) }));
  const names = await namesOf(
    db,
    opened.flatMap(({ content }) => content.patientId ?? []),
  );
  return opened.map(({ row, content }) => ({
    ...savedOf(row, content),
    patientName: content.patientId === null ? null : (names.get(content.patientId) ?? null),
    content,
  }));
}

const savedOf = (row: DraftRecordRow, { procedureDate }: DraftContent): DraftSaved => ({
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

async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('patients')
    .select([
      'id',
      'first_name as firstName',
      'last_name as lastName',
      'medical_record_number as medicalRecordNumber',
    ])
    .where('id', '=', anyId(ids))
    .modifyEnd(PREPARED)
    .execute();
  return new Map(rows.map((row) => [row.id, patientLabel(row)]));
}
