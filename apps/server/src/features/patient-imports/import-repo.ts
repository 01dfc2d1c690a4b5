import type { ColumnMapping } from '@portal/domain/patient-import/columns';
import type { WordAnswers } from '@portal/domain/patient-import/words';
import type { UpdateChoice } from '@portal/domain/patient-import/updates';
import type { DateOrder } from '@portal/domain/patient-import/birth-date';
import type { ValueChoices } from '@portal/domain/patient-import/choices';
import { sql, type Selectable, type Transaction } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Database, PatientImportsTable } from '#db/schema.ts';
import { isAlive } from '#platform/signs-of-life.ts';
import { latestPast } from '#platform/time-limits.ts';
import { deleteRowResults } from './problem-repo.ts';

const COLUMNS = [
  'id',
  'file_name',
  'file_hash',
  'file_key',
  'state',
  'header',
  'header_line',
  'mapping',
  'date_order',
  'words',
  'choices',
  'mixed_dates',
  'sheets',
  'sheet',
  'with_duplicates',
  'compares_ssn',
  'row_count',
  'lines',
  'rows_done',
  'imported',
  'updated',
  'unchanged',
  'failed',
  'duplicates',
  'skipped',
  'refused',
  'updates',
  'checked_at',
  'trouble',
  'task',
  'run_id',
  'active_at',
  'started_by',
  'started_at',
  'ended_at',
] as const;
export type ImportRow = Pick<Selectable<PatientImportsTable>, (typeof COLUMNS)[number]>;
export type Task = NonNullable<ImportRow['task']>;

/** Rows of a batch, or of a whole import. */
export interface RowCounts {
  readonly imported: number;
  /** Patients of the practice that differ or, after the import, that were updated, and the others. */
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly duplicates: number;
  /** Left out because of their status. */
  readonly skipped: number;
  /** Those of the duplicates that are never imported. */
  readonly refused: number;
}

/** What is known about the content of an uploaded file before it is checked, as JSON. */
export interface DraftContent {
  readonly header: string | null;
  readonly header_line: number | null;
  readonly first_lines: string | null;
  readonly column_contents: string | null;
  readonly mapping: string | null;
  readonly date_order: DateOrder | null;
  readonly words: string | null;
  readonly choices: string | null;
  readonly sheets: string | null;
  readonly sheet: string | null;
}

/** Lists the newest imports. */
export const listImports = (db: Db): Promise<ImportRow[]> =>
  db
    .selectFrom('patient_imports')
    .select(COLUMNS)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute();

/** Finds the import that is not finished, or the draft; there is at most one. */
export const findOpen = (db: Db): Promise<ImportRow | undefined> =>
  db
    .selectFrom('patient_imports')
    .select(COLUMNS)
    .where('state', 'in', ['Draft', 'Unfinished'])
    .executeTakeFirst();

/** Finds an import. */
export const findImport = (db: Db, id: string): Promise<ImportRow | undefined> =>
  db.selectFrom('patient_imports').select(COLUMNS).where('id', '=', id).executeTakeFirst();

/** Finds an import and locks it until the transaction ends. */
export const lockImport = (tx: Transaction<Database>, id: string): Promise<ImportRow | undefined> =>
  tx.selectFrom('patient_imports').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();

const IMPORT_LOCK = sql`hashtext('patient-imports')`;

/**
 * Locks what imports change until the transaction ends; false if an undo has it. Imports and their undoing lock many patients each, in their
 * own orders, and would otherwise wait for each other.
 */
export async function tryLockImports(tx: Transaction<Database>): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_xact_lock(${IMPORT_LOCK}) as taken`.execute(tx);
  return rows[0]?.taken === true;
}

/** Like `tryLockImports`, but waits: a batch takes a moment. */
export async function lockImports(tx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(tx);
}

/** Starts an import by a command, or adds an uploaded draft. Fails if another import is open. */
export const insertImport = (
  tx: Transaction<Database>,
  values: Pick<ImportRow, 'file_name' | 'file_hash' | 'started_at'> & {
    readonly state: 'Draft' | 'Unfinished';
    readonly id?: string;
    readonly file_key?: Buffer;
    readonly started_by?: string;
    readonly compares_ssn?: boolean;
    readonly updates?: string | null;
  } & Partial<DraftContent>,
): Promise<ImportRow> =>
  tx.insertInto('patient_imports').values(values).returning(COLUMNS).executeTakeFirstOrThrow();

/** Begins work on an import: from now on, only this run may go on. */
export const setRun = (
  tx: Transaction<Database>,
  id: string,
  run: { readonly task: Task; readonly run_id: string; readonly active_at: Date },
): Promise<ImportRow> =>
  tx
    .updateTable('patient_imports')
    .set({ ...run, trouble: null })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** Nobody works on an import. */
export const NO_RUN = { task: null, run_id: null, active_at: null };

/** Ends the work on an import. Returns undefined if another run has taken over. `runId`: null for any. */
export const releaseRun = (
  db: Db,
  id: string,
  runId: string | null,
  trouble: string | null = null,
): Promise<ImportRow | undefined> =>
  db
    .updateTable('patient_imports')
    .set({ ...NO_RUN, trouble })
    .where('id', '=', id)
    .$if(runId !== null, (update) => update.where('run_id', '=', runId))
    .returning(COLUMNS)
    .executeTakeFirst();

/** Gives a sign of life. False if the run was canceled or another one has taken over. */
export async function beat(db: Db, id: string, runId: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('patient_imports')
    .set({ active_at: now })
    .where('id', '=', id)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Sets what a check reads with, and forgets the result of the last one. */
export async function setMapping(
  tx: Transaction<Database>,
  id: string,
  {
    columns,
    dateOrder,
    words,
    choices,
    comparesSsn,
  }: {
    readonly columns: ColumnMapping | null;
    readonly dateOrder: DateOrder | null;
    readonly words: WordAnswers;
    readonly choices: ValueChoices;
    readonly comparesSsn: boolean;
  },
): Promise<void> {
  await tx
    .updateTable('patient_imports')
    .set({
      mapping: columns === null ? null : JSON.stringify(columns),
      date_order: dateOrder,
      words: JSON.stringify(words),
      choices: JSON.stringify(choices),
      compares_ssn: comparesSsn,
      ...NO_ROWS,
      preview: null,
      notes: null,
      checked_at: null,
    })
    .where('id', '=', id)
    .execute();
}

/** Reads a draft in another way, and forgets the result of the last check. */
export const setContent = (
  tx: Transaction<Database>,
  id: string,
  content: DraftContent,
): Promise<ImportRow> =>
  tx
    .updateTable('patient_imports')
    .set({
      ...content,
      ...NO_ROWS,
      ...NO_FINDINGS,
      notes: null,
      checked_at: null,
    })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

const NO_FINDINGS = { preview: null, found_words: null, found_values: null, mixed_dates: null };
const NO_CONTENT = { ...NO_FINDINGS, first_lines: null, column_contents: null };
const NO_ROWS = {
  rows_done: 0,
  imported: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  duplicates: 0,
  refused: 0,
  skipped: 0,
};

/** Turns a checked draft into an import. */
export async function setStarted(
  tx: Transaction<Database>,
  id: string,
  { withDuplicates, updates }: { readonly withDuplicates: boolean; readonly updates: UpdateChoice | null },
): Promise<void> {
  await tx
    .updateTable('patient_imports')
    .set({
      state: 'Unfinished',
      with_duplicates: withDuplicates,
      updates: updates === null ? null : JSON.stringify(updates),
      ...NO_ROWS,
    })
    .where('id', '=', id)
    .execute();
}

/** Adds a batch to the counts. False if the run was canceled or another one has taken over. */
export async function addCounts(
  tx: Transaction<Database>,
  { id, runId }: { readonly id: string; readonly runId: string },
  counts: RowCounts,
  now: Date,
): Promise<boolean> {
  const result = await tx
    .updateTable('patient_imports')
    .set((eb) => ({
      rows_done: eb(
        'rows_done',
        '+',
        counts.imported +
          counts.updated +
          counts.unchanged +
          counts.failed +
          counts.duplicates +
          counts.skipped,
      ),
      imported: eb('imported', '+', counts.imported),
      updated: eb('updated', '+', counts.updated),
      unchanged: eb('unchanged', '+', counts.unchanged),
      failed: eb('failed', '+', counts.failed),
      duplicates: eb('duplicates', '+', counts.duplicates),
      skipped: eb('skipped', '+', counts.skipped),
      refused: eb('refused', '+', counts.refused),
      active_at: now,
    }))
    .where('id', '=', id)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Sets the final state of an import. */
export const endImport = (
  tx: Transaction<Database>,
  id: string,
  state: 'Finished' | 'Undone',
  now: Date,
): Promise<ImportRow> =>
  tx
    .updateTable('patient_imports')
    .set({
      state,
      ended_at: now,
      ...NO_CONTENT,
      ...NO_RUN,
      trouble: null,
    })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** Forgets the file of an import, and which rows of it failed. */
export async function forgetContent(tx: Transaction<Database>, id: string): Promise<void> {
  await tx
    .updateTable('patient_imports')
    .set({
      file_key: null,
      header: null,
      mapping: null,
      sheets: null,
      ...NO_CONTENT,
    })
    .where('id', '=', id)
    .execute();
  await deleteRowResults(tx, [id]);
}

/** When the last import ended, and whether one is running in any process. */
export async function lastImport(db: Db, now: Date): Promise<{ endedAt: Date | null; isRunning: boolean }> {
  const { ended_at: endedAt, active_at: activeAt } = await db
    .selectFrom('patient_imports')
    .select((is) => [is.fn.max('ended_at').as('ended_at'), is.fn.max('active_at').as('active_at')])
    .where((is) => is.or([is('ended_at', 'is', null), is('ended_at', '<=', latestPast(now))]))
    .executeTakeFirstOrThrow();
  return { endedAt, isRunning: activeAt !== null && isAlive('patientImport', activeAt, now) };
}

/** Deletes a draft. */
export async function deleteImport(tx: Transaction<Database>, id: string): Promise<void> {
  await tx.deleteFrom('patient_imports').where('id', '=', id).execute();
}
