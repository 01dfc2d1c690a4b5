import { randomUUID } from 'node:crypto';
import type { UpdateChoice } from '@portal/domain/patient-import/updates';
import type { PermissionName } from '@portal/domain/permissions';
import type { Transaction } from 'kysely';
import type { ValueCounter } from '@portal/domain/patient-import/choices';
import type { LinesByText } from '@portal/domain/patient-import/lines-by-text';
import { appendEntries } from '#audit/append.ts';
import { violatedConstraint } from '#db/database-errors.ts';
import type { Db } from '#db/database.ts';
import type { Database } from '#db/schema.ts';
import { transact } from '#db/open-transaction.ts';
import { addActivity } from '#live/activity-store.ts';
import type { Clock } from '#platform/clock.ts';
import type { Keys } from '#security/keys.ts';
import { checkRows, type CheckedBatch, type CheckedRow, type CheckOptions } from './rows/check-rows.ts';
import { workEntry, type Actor } from '#audit/work-entry.ts';
import { comparedEntries, importValues } from './import-audit.ts';
import { ImportError, RunLost } from './import-error.ts';
import {
  addCounts,
  beat,
  endImport,
  findOpen,
  insertImport,
  releaseRun,
  setRun,
  tryLockImports,
  type ImportRow,
  type RowCounts,
} from './import-repo.ts';
import { insertPatients } from './rows/imported-patient-repo.ts';
import { mayImport } from './importer-repo.ts';
import { newPatients } from './rows/new-patients.ts';
import { insertNotes, insertProblems } from './problem-repo.ts';
import type { Source } from './read/source.ts';
import { updatePatients } from './rows/update-patients.ts';
import { deleteFound } from './rows/update-repo.ts';

export interface ImportDeps {
  readonly db: Db;
  readonly keys: Keys;
  readonly clock: Clock;
}

/** Work on an import that only the process with this run may do. */
export interface Run {
  readonly id: string;
  readonly runId: string;
  readonly actor: Actor;
}

/** What both a dry run and an import need. */
export interface CheckRequest {
  readonly source: Source;
  readonly rules: CheckOptions['rules'];
  readonly withDuplicates: boolean;
  readonly comparesSsn: boolean;
  /** What is updated of patients of the practice; null for nothing. A dry run only says what differs. */
  readonly updates: UpdateChoice | null;
  /** Counts the values that cannot be read. */
  readonly values?: ValueCounter;
  /** Called with every row that is not skipped. */
  readonly onRows: (rows: readonly CheckedRow[]) => Promise<void>;
  /** Called with the rows of a batch before it is committed: what it keeps of them is not lost if the process dies right after that. */
  readonly beforeCommit?: (rows: readonly CheckedRow[]) => Promise<void>;
  /** Whether the operator has canceled. */
  readonly isCanceled: () => boolean;
}

/** Checks all rows and stores nothing but the audit entries of the patients they are compared with. */
export async function checkSource(deps: ImportDeps, request: CheckRequest, actor: Actor): Promise<void> {
  const findsChanges = request.updates !== null;
  for await (const { rows, alikeIds } of checkRows(request.source, { ...deps, ...request, findsChanges })) {
    if (request.isCanceled()) return;
    const entries = comparedEntries(actor, deps.clock.now(), alikeIds);
    if (entries.length > 0) await transact(deps.db, (tx) => appendEntries(tx, deps.keys.audit, entries));
    await request.onRows(rows);
  }
}

/** The import of this file that is not finished, or undefined. Throws ImportError if another one is not finished. */
export async function unfinishedImport(deps: ImportDeps, fileHash: Buffer): Promise<ImportRow | undefined> {
  const open = await findOpen(deps.db);
  if (open === undefined || (open.state === 'Unfinished' && open.file_hash.equals(fileHash))) return open;
  if (open.state === 'Draft')
    throw new ImportError(
      `${open.file_name} was uploaded and is not imported yet. Import or discard it in the portal first.`,
    );
  const how = open.file_key === null ? 'Continue it with the same file' : 'Continue it in the portal';
  throw new ImportError(
    `The import of ${open.file_name} is not finished. ${how}, or undo it: npm run portal -- import undo ${open.id}`,
  );
}

/** Starts an import by a command. Throws ImportError if another one has just been started. */
export async function startImport(
  { db, clock }: ImportDeps,
  {
    fileName,
    fileHash,
    updates,
  }: { readonly fileName: string; readonly fileHash: Buffer; readonly updates: UpdateChoice | null },
): Promise<ImportRow> {
  const values = {
    file_name: fileName.slice(-255),
    file_hash: fileHash,
    started_at: clock.now(),
    compares_ssn: true,
    updates: updates === null ? null : JSON.stringify(updates),
  };
  try {
    return await transact(db, (tx) => insertImport(tx, { ...values, state: 'Unfinished' }));
  } catch (error) {
    if (violatedConstraint(error) !== 'patient_imports_open_key') throw error;
    throw new ImportError('Another import has just been started.');
  }
}

/**
 * Imports the rows that the import has not dealt with yet, one batch per transaction: patients, their audit entries and the counts
 * commit together. Any other run of this import ends. When it is canceled, the import stays unfinished. Throws RunLost.
 */
export async function takeOverImport(
  deps: ImportDeps,
  started: ImportRow,
  request: CheckRequest,
  actor: Actor,
): Promise<ImportRow> {
  const runId = randomUUID();
  const run = { task: 'import', run_id: runId, active_at: deps.clock.now() } as const;
  const taken = await transact(deps.db, (tx) => setRun(tx, started.id, run));
  return runImport(deps, taken, request, { id: started.id, runId, actor });
}

/** Like `takeOverImport`, for a run that has begun. */
export async function runImport(
  deps: ImportDeps,
  started: ImportRow,
  request: CheckRequest,
  run: Run,
): Promise<ImportRow> {
  const keepsProblems = started.file_key !== null;
  const options = { ...deps, ...request, findsChanges: request.updates !== null, skip: started.rows_done };
  for await (const batch of checkRows(request.source, options)) {
    if (request.isCanceled()) break;
    const rows = await importBatch(deps, batch, run, { ...request, keepsProblems });
    await request.onRows(rows);
  }
  return end(deps, run, {
    isDone: !request.isCanceled(),
    isFirst: started.rows_done === 0 && !keepsProblems,
  });
}

function end(
  { db, keys, clock }: ImportDeps,
  { id, runId, actor }: Run,
  { isDone, isFirst }: { readonly isDone: boolean; readonly isFirst: boolean },
): Promise<ImportRow> {
  return transact(db, async (tx) => {
    const now = clock.now();
    const released = await releaseRun(tx, id, runId);
    if (released === undefined) throw new RunLost();
    if (isDone) await deleteFound(tx, id);
    const row = isDone ? await endImport(tx, id, 'Finished', now) : released;
    if (isDone)
      await addActivity(
        tx,
        {
          event: 'patient.imported',
          description: 'Patients were imported from another system',
          icon: 'LocalHospital',
          color: 'success',
          entityType: 'Patient',
          entityId: null,
          requiredPermission: 'Patient.View',
        },
        now,
        actor.userId,
      );
    await appendEntries(tx, keys.audit, [
      workEntry(actor, now, {
        action: isFirst ? 'Created' : 'Updated',
        entityType: 'PatientImport',
        entityId: id,
        newValues: importValues(row),
      }),
    ]);
    return row;
  });
}

const UNDOING = 'Another import is being undone. Continue this one when that is done.';

async function importBatch(
  { db, keys, clock }: ImportDeps,
  batch: CheckedBatch,
  { id, runId, actor }: Run,
  request: Pick<CheckRequest, 'updates' | 'comparesSsn' | 'beforeCommit'> & {
    readonly keepsProblems: boolean;
  },
): Promise<readonly CheckedRow[]> {
  const now = clock.now();
  return transact(db, async (tx) => {
    if (!(await tryLockImports(tx))) throw new ImportError(UNDOING);
    if (!(await beat(tx, id, runId, now))) throw new RunLost();
    await requireRights(tx, actor, request, now);
    const { keepsProblems, updates } = request;
    const { rows, entries } = await updatePatients(tx, keys, batch.rows, {
      importId: id,
      choice: updates ?? {},
      wasShown: keepsProblems,
      actorId: actor.userId,
      now,
    });
    const patients = rows.flatMap((row) => (row.outcome === 'import' ? [row.patient] : []));
    const added = await newPatients(tx, keys, patients);
    if (added.length > 0)
      await insertPatients(
        tx,
        id,
        added.map(({ row }) => row),
        now,
      );
    await addCounts(tx, { id, runId }, countRows(rows), now);
    if (keepsProblems) {
      await insertProblems(tx, id, problemsOf(rows));
      await insertNotes(tx, id, notesOf(rows));
    }
    await appendEntries(tx, keys.audit, [
      ...added.map(({ row, values }) =>
        workEntry(actor, now, {
          action: 'Created',
          entityType: 'Patient',
          entityId: row.id,
          patientId: row.id,
          newValues: { ...values, importId: id },
        }),
      ),
      ...entries.map((entry) => workEntry(actor, now, entry)),
      ...comparedEntries(actor, now, batch.alikeIds),
    ]);
    await request.beforeCommit?.(rows);
    return rows;
  });
}

/** Rights may be taken away while an import runs. The command has all. Throws ImportError. */
async function requireRights(
  tx: Transaction<Database>,
  { userId }: Actor,
  { updates, comparesSsn }: Pick<CheckRequest, 'updates' | 'comparesSsn'>,
  now: Date,
): Promise<void> {
  const needed: PermissionName[] = ['Patient.View', 'Patient.Create'];
  if (updates !== null) needed.push('Patient.Edit');
  if (comparesSsn) needed.push('Patient.ViewSsn');
  if (userId !== null && !(await mayImport(tx, userId, needed, now)))
    throw new ImportError('The person who started this import no longer has the permissions that it needs.');
}

/** The rows that are not imported, and why. */
export const problemsOf = (rows: readonly CheckedRow[]) =>
  rows.flatMap((checked) =>
    'reasons' in checked
      ? [
          {
            line: checked.row.line,
            isDuplicate: checked.outcome === 'duplicate',
            isSkipped: checked.outcome === 'skip',
            reasons: checked.reasons.join('; '),
          },
        ]
      : [],
  );

/** The notes of the rows that are imported or update a patient. */
export const notesOf = (rows: readonly CheckedRow[]) =>
  rows.flatMap((checked) =>
    'notes' in checked && checked.notes.length > 0
      ? [{ line: checked.row.line, notes: checked.notes.join('; ') }]
      : [],
  );

/** Adds the notes of rows that are imported or update a patient. */
export function countNotes(found: LinesByText, rows: readonly CheckedRow[]): void {
  for (const checked of rows)
    if ('notes' in checked) for (const note of checked.notes) found.add(note, checked.row.line);
}

/** Counts rows by outcome. */
export function countRows(rows: readonly CheckedRow[]): RowCounts {
  const count = (outcome: CheckedRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  return {
    imported: count('import'),
    updated: count('update'),
    unchanged: count('same'),
    failed: count('fail'),
    duplicates: count('duplicate'),
    refused: rows.filter((row) => row.outcome === 'duplicate' && row.isRefused).length,
    skipped: count('skip'),
  };
}
