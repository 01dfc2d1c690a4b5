import { sql, type Transaction } from 'kysely';
import { anyId } from '#db/any-id.ts';
import type { Db } from '#db/database.ts';
import type { Database } from '#db/schema.ts';

/** A row that is not imported, and why. */
export interface Problem {
  readonly line: number;
  readonly isDuplicate: boolean;
  readonly isSkipped: boolean;
  readonly reasons: string;
}

/** A row that is imported, and what was left out or completed in it. */
export interface RowNotes {
  readonly line: number;
  readonly notes: string;
}

/** Adds problems of a batch. */
export async function insertProblems(
  tx: Transaction<Database>,
  importId: string,
  problems: readonly Problem[],
): Promise<void> {
  if (problems.length === 0) return;
  await sql`insert into patient_import_problems (import_id, line, is_duplicate, is_skipped, reasons)
    select ${importId}::uuid, line, "isDuplicate", "isSkipped", reasons
    from json_to_recordset(${JSON.stringify(problems)})
      as row (line int, "isDuplicate" boolean, "isSkipped" boolean, reasons text)`.execute(tx);
}

/** Adds notes of a batch. */
export async function insertNotes(
  tx: Transaction<Database>,
  importId: string,
  notes: readonly RowNotes[],
): Promise<void> {
  if (notes.length === 0) return;
  await sql`insert into patient_import_notes (import_id, line, notes)
    select ${importId}::uuid, line, notes
    from json_to_recordset(${JSON.stringify(notes)}) as row (line int, notes text)`.execute(tx);
}

/** Removes all problems and notes of imports. */
export async function deleteRowResults(
  tx: Transaction<Database>,
  importIds: readonly string[],
): Promise<void> {
  await tx.deleteFrom('patient_import_problems').where('import_id', '=', anyId(importIds)).execute();
  await tx.deleteFrom('patient_import_notes').where('import_id', '=', anyId(importIds)).execute();
}

/** Those of these imports that have notes. */
export async function listNoted(db: Db, importIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('patient_imports')
    .select('id')
    .where('id', '=', anyId(importIds))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('patient_import_notes')
          .select('line')
          .whereRef('patient_import_notes.import_id', '=', 'patient_imports.id'),
      ),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Lists the notes after a line, in the order of the file. */
export const listNotes = (
  db: Db,
  importId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<RowNotes[]> =>
  db
    .selectFrom('patient_import_notes')
    .select(['line', 'notes'])
    .where('import_id', '=', importId)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute();

/** Lists the problems after a line, in the order of the file. */
export const listProblems = (
  db: Db,
  importId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<Problem[]> =>
  db
    .selectFrom('patient_import_problems')
    .select(['line', 'is_duplicate as isDuplicate', 'is_skipped as isSkipped', 'reasons'])
    .where('import_id', '=', importId)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute();
