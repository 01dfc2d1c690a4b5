import type { DocumentRow } from '@portal/contract/documents';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { containsWords } from '#db/folded-text.ts';
import { findDocuments } from './document-repo.ts';
import { presentRow } from './document-view.ts';

/** Returns the newest documents that a search finds, without deleted ones. The caller records the read. */
export async function findMatchingDocuments(db: Db, search: string, limit: number): Promise<DocumentRow[]> {
  const searched = sql`concat_ws(' ', d.file_name, p.first_name, p.last_name, d.note)`;
  const { rows } = await sql<{ id: string }>`
    select d.id from documents d join patients p on p.id = d.patient_id
    where d.deleted_at is null and ${containsWords(searched, search)}
    order by d.created_at desc, d.id desc limit ${limit}`.execute(db);
  return (
    await findDocuments(
      db,
      rows.map(({ id }) => id),
    )
  ).map((row) => presentRow(row));
}
