import type { CodeFileDifferences } from '@portal/contract/code-files';
import type { Edition } from '@portal/domain/code-files/official';
import { sql, type Selectable, type Transaction } from 'kysely';
import type { Db } from '#db/database.ts';
import type { CodeFilesTable, Database } from '#db/schema.ts';
import { isAlive } from '#platform/signs-of-life.ts';
import { latestPast } from '#platform/time-limits.ts';

const COLUMNS = [
  'id',
  'file_no',
  'kind',
  'title',
  'file_name',
  'file_hash',
  'byte_size',
  'file_key',
  'edition_from',
  'edition_to',
  'state',
  'row_count',
  'rows_done',
  'problems',
  'checked_at',
  'trouble',
  'task',
  'run_id',
  'active_at',
  'uploaded_by',
  'uploaded_at',
  'loaded_at',
  'undone_at',
] as const;
export type CodeFileRow = Pick<Selectable<CodeFilesTable>, (typeof COLUMNS)[number]>;
export type Task = NonNullable<CodeFileRow['task']>;
type Tx = Transaction<Database>;

/** Work on a file that only the process with this run may do. */
export interface FileRun {
  readonly id: string;
  readonly runId: string;
}

/** An edition with the files it came in, in their order. */
export interface LoadedEdition extends Edition {
  readonly fileIds: readonly string[];
}

/** The loaded editions, newest first for each kind. */
export async function editionsOf(db: Db): Promise<readonly LoadedEdition[]> {
  const { rows } = await sql<LoadedEdition>`
    select kind, min(title) as title, edition_from::text as "validFrom", max(edition_to)::text as "validTo",
      array_agg(id::text order by uploaded_at, id) as "fileIds"
    from code_files where state = 'Loaded'
    group by kind, edition_from order by kind, edition_from desc`.execute(db);
  return rows;
}

const LISTED = 200;

/** Lists the newest files. */
export const listCodeFiles = (db: Db): Promise<CodeFileRow[]> =>
  db
    .selectFrom('code_files')
    .select(COLUMNS)
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute();

/** Finds a file. */
export const findCodeFile = (db: Db, id: string): Promise<CodeFileRow | undefined> =>
  db.selectFrom('code_files').select(COLUMNS).where('id', '=', id).executeTakeFirst();

/** Finds a file and locks it until the transaction ends. */
export const lockCodeFile = (tx: Tx, id: string): Promise<CodeFileRow | undefined> =>
  tx.selectFrom('code_files').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();

/** What the check of a file found. */
export async function findDifferences(db: Db, id: string): Promise<CodeFileDifferences | null> {
  const row = await db.selectFrom('code_files').select('differences').where('id', '=', id).executeTakeFirst();
  return row?.differences ?? null;
}

/** The loaded files of a kind. */
export const listLoaded = (db: Db, kind: CodeFileRow['kind']): Promise<CodeFileRow[]> =>
  db
    .selectFrom('code_files')
    .select(COLUMNS)
    .where('state', '=', 'Loaded')
    .where('kind', '=', kind)
    .orderBy('edition_from', 'desc')
    .orderBy('id')
    .execute();

/** The loaded file with this content. */
export const findLoadedContent = (db: Db, hash: Buffer): Promise<CodeFileRow | undefined> =>
  db
    .selectFrom('code_files')
    .select(COLUMNS)
    .where('state', '=', 'Loaded')
    .where('file_hash', '=', hash)
    .executeTakeFirst();

const NO_RUN = { task: null, run_id: null, active_at: null };

/** Waits for other starts of work and loads until the transaction ends. */
export async function lockCodeFiles(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('code-files'))`.execute(tx);
}

/**
 * Ends the work of dead processes and finds a file that is checked or loaded. Locks like `lockCodeFiles`. Removing rows is in nobody's way.
 */
export async function findBusy(tx: Tx, now: Date): Promise<CodeFileRow | undefined> {
  await lockCodeFiles(tx);
  const working = await tx.selectFrom('code_files').select(COLUMNS).where('task', 'is not', null).execute();
  for (const row of working) if (!isActive(row, now)) await releaseRun(tx, row.id, row.run_id);
  return working.find((row) => row.task !== 'undo' && isActive(row, now));
}

/** Whether a process is working on the file. */
export const isActive = ({ active_at: at }: Pick<CodeFileRow, 'active_at'>, now: Date): boolean =>
  at !== null && isAlive('codeFile', at, now);

/** When a file was last checked, loaded or undone, and whether one is worked on in any process. */
export async function lastCodeFile(db: Db, now: Date): Promise<{ endedAt: Date | null; isRunning: boolean }> {
  const { rows } = await sql<{ endedAt: Date | null; activeAt: Date | null }>`
    select max(at) as "endedAt", max(active_at) as "activeAt"
    from code_files, lateral unnest(array[checked_at, loaded_at, undone_at]) as done (at)
    where at is null or at <= ${latestPast(now)}`.execute(db);
  const { endedAt = null, activeAt = null } = rows[0] ?? {};
  return { endedAt, isRunning: isActive({ active_at: activeAt }, now) };
}

/** Adds a draft. */
export const insertCodeFile = (
  tx: Tx,
  values: Pick<
    CodeFileRow,
    | 'kind'
    | 'title'
    | 'file_name'
    | 'file_hash'
    | 'byte_size'
    | 'file_key'
    | 'edition_from'
    | 'edition_to'
    | 'uploaded_by'
    | 'uploaded_at'
  > & { readonly id?: string },
): Promise<CodeFileRow> =>
  tx
    .insertInto('code_files')
    .values({ ...values, state: 'Draft' })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/**
 * Begins work on a file: from now on, only this run may go on. A check begins anew, with another number for its rows, so that rows with the
 * number of an earlier check can be removed at any time.
 */
export async function setRun(
  tx: Tx,
  id: string,
  run: { readonly task: Task; readonly run_id: string; readonly active_at: Date },
): Promise<CodeFileRow> {
  if (run.task !== 'undo')
    await sql`update code_files set file_no = default, rows_done = 0, row_count = null, problems = null,
      differences = null, checked_at = null where id = ${id}`.execute(tx);
  return tx
    .updateTable('code_files')
    .set({ ...run, trouble: null })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Ends the work on a file. Returns undefined if another run has taken over. `runId`: null for any. */
export const releaseRun = (
  db: Db,
  id: string,
  runId: string | null,
  trouble: string | null = null,
): Promise<CodeFileRow | undefined> =>
  db
    .updateTable('code_files')
    .set({ ...NO_RUN, trouble })
    .where('id', '=', id)
    .$if(runId !== null, (update) => update.where('run_id', '=', runId))
    .returning(COLUMNS)
    .executeTakeFirst();

/** Gives a sign of life, with the number of rows that were added. False if the run was canceled or another one has taken over. */
export async function beat(db: Db, { id, runId }: FileRun, now: Date, rows = 0): Promise<boolean> {
  const result = await db
    .updateTable('code_files')
    .set((eb) => ({ active_at: now, rows_done: eb('rows_done', '+', rows) }))
    .where('id', '=', id)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** What a check found. `trouble`: why the file cannot be loaded. */
export interface CheckResult {
  readonly rowCount: number;
  readonly problems: NonNullable<CodeFileRow['problems']>;
  readonly differences: CodeFileDifferences | null;
  readonly trouble: string | null;
}

/** Ends a check. Returns undefined if the run was canceled. */
export const endCheck = (
  db: Db,
  { id, runId }: FileRun,
  { rowCount, problems, differences, trouble }: CheckResult,
  now: Date,
): Promise<CodeFileRow | undefined> =>
  db
    .updateTable('code_files')
    .set({
      ...NO_RUN,
      trouble,
      row_count: rowCount,
      problems: JSON.stringify(problems),
      differences: differences === null ? null : JSON.stringify(differences),
      checked_at: trouble === null ? now : null,
    })
    .where('id', '=', id)
    .where('run_id', '=', runId)
    .returning(COLUMNS)
    .executeTakeFirst();

export interface EditionDays {
  readonly edition_from: string;
  readonly edition_to: string;
}

/** Sets the first and the last day of the edition. */
export async function setEdition(tx: Tx, id: string, edition: EditionDays): Promise<void> {
  await tx.updateTable('code_files').set(edition).where('id', '=', id).execute();
}

/** From the commit on, the rows of a checked file count. */
export const setLoaded = (tx: Tx, id: string, edition: EditionDays, now: Date): Promise<CodeFileRow> =>
  tx
    .updateTable('code_files')
    .set({ ...edition, state: 'Loaded', loaded_at: now, file_key: null, trouble: null })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** From the commit on, the rows of a loaded file do not count. They are removed afterwards. */
export const setUndone = (tx: Tx, id: string, now: Date): Promise<CodeFileRow> =>
  tx
    .updateTable('code_files')
    .set({ state: 'Undone', undone_at: now })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** Deletes a draft. Its rows are removed afterwards. */
export async function deleteDraft(db: Db, id: string): Promise<void> {
  await db.deleteFrom('code_files').where('id', '=', id).where('state', '=', 'Draft').execute();
}

/** Deletes the drafts of commands that have read this content, and that nobody works on. */
export async function deleteDraftsByCommand(tx: Tx, hash: Buffer): Promise<void> {
  await tx
    .deleteFrom('code_files')
    .where('state', '=', 'Draft')
    .where('task', 'is', null)
    .where('uploaded_by', 'is', null)
    .where('file_hash', '=', hash)
    .execute();
}

/** Deletes drafts from before a time that nobody works on. Returns those whose files are stored. */
export async function deleteOldDrafts(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx
    .deleteFrom('code_files')
    .where('state', '=', 'Draft')
    .where('task', 'is', null)
    .where('uploaded_at', '<', before)
    .returning(['id', 'file_key'])
    .execute();
  return rows.flatMap(({ id, file_key: key }) => (key === null ? [] : [id]));
}
