import type { DocumentCategory, DocumentType } from '@portal/domain/document';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { SHARED } from '#db/statement-marks.ts';

/** Finds the category that most documents of each type have, from the counters of the database (migration 0024). */
export async function findUsualCategories(
  db: Db,
): Promise<{ readonly type: DocumentType; readonly category: DocumentCategory }[]> {
  const { rows } = await sql<{ type: DocumentType; category: DocumentCategory }>`
    select distinct on (type) type, category from (
      select key ->> 'type' as type, key ->> 'category' as category, sum(rows) as documents
      from row_counts where source = 'documents' group by 1, 2
    ) kinds
    where documents > 0 order by type, documents desc, category ${SHARED}`.execute(db);
  return rows;
}
