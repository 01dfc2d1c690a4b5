import {
  draftContent,
  type Draft,
  type DraftContent,
  type DraftRow,
} from '@portal/contract/dictation-drafts';
import { z } from 'zod';
import { anyId } from '#db/any-id.ts';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/prepared.ts';
import { decryptValue, encryptValue } from '#security/cipher.ts';
import type { Keys } from '#security/keys.ts';
import type { DraftRecordRow } from './draft-repo.ts';

const contextOf = (id: string) => `dictation_drafts.content:${id}`;

/** What is stored of a draft's content: encrypted for this draft (decisions 61). */
export const sealContent = (keys: Keys, id: string, content: DraftContent): Buffer =>
  encryptValue(keys, contextOf(id), JSON.stringify(content));

/** The content of a stored draft; of what an older version kept beside it, nothing. Throws when it was altered or belongs to another one. */
function openContent(keys: Keys, id: string, sealed: Buffer): DraftContent {
  return z.object(draftContent.shape).parse(JSON.parse(decryptValue(keys, contextOf(id), sealed)));
}

/** Whole drafts as the wire carries them, with the patients' names of now. */
export async function presentDrafts(db: Db, keys: Keys, rows: readonly DraftRecordRow[]): Promise<Draft[]> {
  const opened = rows.map((row) => {
    if (row.content === null) throw new Error('The draft was saved and has no content any more');
    return { row, content: openContent(keys, row.id, row.content) };
  });
  const names = await namesOf(
    db,
    opened.flatMap(({ content }) => content.patientId ?? []),
  );
  return opened.map(({ row, content }) => ({
    id: row.id,
    dictationId: row.dictation_id,
    templateId: row.template_id,
    templateName: row.template_name,
    templateVersion: row.template_version,
    patientName: content.patientId === null ? null : (names.get(content.patientId) ?? null),
    procedureDate: content.procedureDate,
    baseVersion: row.base_version,
    revision: row.revision,
    editorId: row.editor_id,
    updatedAt: row.updated_at.toISOString(),
    content,
  }));
}

/** One whole draft as the wire carries it. */
export async function presentDraft(db: Db, keys: Keys, row: DraftRecordRow): Promise<Draft> {
  const [draft] = await presentDrafts(db, keys, [row]);
  if (draft === undefined) throw new Error('One row is one draft');
  return draft;
}

/** The same without its content. */
export async function presentDraftRow(db: Db, keys: Keys, row: DraftRecordRow): Promise<DraftRow> {
  const { content: _, ...rest } = await presentDraft(db, keys, row);
  return rest;
}

async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('patients')
    .select(['id', 'first_name', 'last_name', 'medical_record_number'])
    .where('id', '=', anyId(ids))
    .modifyEnd(PREPARED)
    .execute();
  return new Map(
    rows.map((row) => [row.id, `${row.last_name}, ${row.first_name} (${row.medical_record_number})`]),
  );
}
