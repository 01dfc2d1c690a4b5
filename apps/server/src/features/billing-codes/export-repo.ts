import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { codeConditions, type CodeFilter } from './code-filter-repo.ts';
import type { CodeRow } from './code-repo.ts';

/** The exported columns of a code. */
export type ExportRow = Omit<CodeRow, 'id' | 'version' | 'updated_at'>;

/** Lists the next codes after the last one, sorted by type and code. */
export async function listCodesAfter(
  db: Db,
  filter: CodeFilter,
  after: ExportRow | undefined,
  limit: number,
): Promise<readonly ExportRow[]> {
  const next = after === undefined ? sql`true` : sql`(code_type, code) > (${after.code_type}, ${after.code})`;
  const { rows } = await sql<ExportRow>`
    select code_type, code, description, category, is_active, line_type, bilateral_indicator, unit_size, unit, is_billable,
      valid_from, valid_to
    from billing_codes
    where ${codeConditions(filter)} and ${next}
    order by code_type, code limit ${limit}`.execute(db);
  return rows;
}
