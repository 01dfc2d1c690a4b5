import { appendEntries } from '#audit/append.ts';
import type { Db } from '#db/database.ts';
import { transact } from '#db/open-transaction.ts';
import { addActivity } from '#live/activity-store.ts';
import type { Clock } from '#platform/clock.ts';
import type { Keys } from '#security/keys.ts';
import { checkRows, type CheckedBatch, type CheckedRow, type CheckOptions } from './check-rows.ts';
import { commandEntry, comparedEntries } from './import-audit.ts';
import { ImportError } from './import-error.ts';
import {
  addCounts,
  endImport,
  findUnfinished,
  insertImport,
  insertPatients,
  requireImport,
  type ImportRow,
  type RowCounts,
} from './import-repo.ts';
import { newPatients } from './new-patients.ts';
import type { Source } from './source.ts';

export interface ImportDeps {
  readonly db: Db;
  readonly keys: Keys;
  readonly clock: Clock;
}

/** What both a dry run and an import need. */
export interface CheckRequest {
  readonly source: Source;
  readonly rules: CheckOptions['rules'];
  readonly withDuplicates: boolean;
  /** Called with every row that is not skipped. */
  readonly onRows: (rows: readonly CheckedRow[]) => Promise<void>;
  /** Whether the operator has cancelled. */
  readonly isCancelled: () => boolean;
}

/** Checks all rows and stores nothing but the audit entries of the patients they are compared with. */
export async function checkSource(deps: ImportDeps, request: CheckRequest): Promise<void> {
  for await (const { rows, alikeIds } of checkRows(request.source, { ...deps, ...request })) {
    if (request.isCancelled()) return;
    const entries = comparedEntries(deps.clock.now(), alikeIds);
    if (entries.length > 0) await transact(deps.db, (tx) => appendEntries(tx, deps.keys.audit, entries));
    await request.onRows(rows);
  }
}

/** The import of this file that is not finished, or undefined. Throws ImportError if another one is not finished. */
export async function unfinishedImport(deps: ImportDeps, fileHash: Buffer): Promise<ImportRow | undefined> {
  const unfinished = await findUnfinished(deps.db);
  if (unfinished === undefined || unfinished.file_hash.equals(fileHash)) return unfinished;
  throw new ImportError(
    `The import of ${unfinished.file_name} is not finished. Continue it with the same file, or undo it: npm run portal -- import undo ${unfinished.id}`,
  );
}

/** Starts an import. Throws a unique violation if another one has just been started. */
export const startImport = (
  { db, clock }: ImportDeps,
  { fileName, fileHash }: { readonly fileName: string; readonly fileHash: Buffer },
): Promise<ImportRow> =>
  transact(db, (tx) =>
    insertImport(tx, { file_name: fileName.slice(-255), file_hash: fileHash, started_at: clock.now() }),
  );

/**
 * Imports the rows that the import has not dealt with yet, one batch per transaction: patients, their audit entries and the counts
 * commit together. When it is cancelled, the import stays unfinished. Throws ImportError if another process continues it too.
 */
export async function runImport(
  deps: ImportDeps,
  started: ImportRow,
  request: CheckRequest,
): Promise<ImportRow> {
  const { db, keys, clock } = deps;
  let { rows_done: rowsDone } = started;
  for await (const batch of checkRows(request.source, { ...deps, ...request, skip: rowsDone })) {
    if (request.isCancelled()) break;
    await importBatch(deps, started.id, batch, rowsDone);
    rowsDone += batch.rows.length;
    await request.onRows(batch.rows);
  }
  const isDone = !request.isCancelled();
  return transact(db, async (tx) => {
    const now = clock.now();
    const row = isDone
      ? await endImport(tx, started.id, 'Finished', now)
      : await requireImport(tx, started.id);
    if (isDone)
      await addActivity(
        tx,
        {
          description: 'Patients were imported from another system',
          icon: 'LocalHospital',
          color: 'success',
          entityType: 'Patient',
          entityId: null,
          requiredPermission: 'Patient.View',
        },
        now,
        null,
      );
    await appendEntries(tx, keys.audit, [
      commandEntry(now, {
        action: started.rows_done === 0 ? 'Created' : 'Updated',
        entityType: 'PatientImport',
        entityId: row.id,
        newValues: {
          fileName: row.file_name,
          state: row.state,
          imported: row.imported,
          failed: row.failed,
          duplicates: row.duplicates,
        },
      }),
    ]);
    return row;
  });
}

async function importBatch(
  { db, keys, clock }: ImportDeps,
  importId: string,
  { rows, alikeIds }: CheckedBatch,
  rowsBefore: number,
): Promise<void> {
  const now = clock.now();
  await transact(db, async (tx) => {
    if (!(await addCounts(tx, importId, rowsBefore, countRows(rows))))
      throw new ImportError('The import was continued or undone elsewhere.');
    const patients = rows.flatMap((row) => (row.outcome === 'import' ? [row.patient] : []));
    const added = await newPatients(tx, keys, patients);
    if (added.length > 0)
      await insertPatients(
        tx,
        importId,
        added.map(({ row }) => row),
        now,
      );
    await appendEntries(tx, keys.audit, [
      ...added.map(({ row, values }) =>
        commandEntry(now, {
          action: 'Created',
          entityType: 'Patient',
          entityId: row.id,
          patientId: row.id,
          newValues: { ...values, importId },
        }),
      ),
      ...comparedEntries(now, alikeIds),
    ]);
  });
}

/** Counts rows by outcome. */
export function countRows(rows: readonly CheckedRow[]): RowCounts {
  const count = (outcome: CheckedRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  return { imported: count('import'), failed: count('fail'), duplicates: count('duplicate') };
}
