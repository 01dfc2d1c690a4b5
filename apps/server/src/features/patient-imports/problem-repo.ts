import { sql, type Transaction } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Database } from '#db/schema.ts';

/** A row that is not imported, and why. */
export interface Problem {
  readonly line: number;
  readonly isDuplicate: boolean;
  readonly reasons: string;
}

/** Adds problems of a batch. */
export async function insertProblems(
  tx: Transaction<Database>,
  importId: string,
  problems: readonly Problem[],
): Promise<void> {
  if (problems.length === 0) return;
  await sql`insert into patient_import_problems (import_id, line, is_duplicate, reasons)
    select ${importId}::uuid, line, "isDuplicate", reasons
    from json_to_recordset(${JSON.stringify(problems)}) as row (line int, "isDuplicate" boolean, reasons text)`.execute(
    tx,
  );
}

/** Removes all problems of an import. */
export async function deleteProblems(tx: Transaction<Database>, importId: string): Promise<void> {
  await tx.deleteFrom('patient_import_problems').where('import_id', '=', importId).execute();
}

/** Lists the problems after a line, in the order of the file. */
export const listProblems = (
  db: Db,
  importId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<Problem[]> =>
  db
    .selectFrom('patient_import_problems')
    .select(['line', 'is_duplicate as isDuplicate', 'reasons'])
    .where('import_id', '=', importId)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute();
