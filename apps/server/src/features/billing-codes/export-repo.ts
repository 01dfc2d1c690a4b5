import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { codeConditions, type CodeFilter } from './code-filter-repo.ts';
import { codes, type CodeRow } from './code-repo.ts';

/** Lists the next codes after the last one, sorted by type and code. */
export async function listCodesAfter(
  db: Db,
  filter: CodeFilter,
  after: CodeRow | undefined,
  limit: number,
): Promise<readonly CodeRow[]> {
  const next = after === undefined ? sql`true` : sql`(code_type, code) > (${after.codeType}, ${after.code})`;
  const { rows } = await sql<CodeRow>`
    select ${codes.columns}
    from billing_codes
    where ${codeConditions(filter)} and ${next}
    order by code_type, code limit ${limit}`.execute(db);
  return rows;
}
