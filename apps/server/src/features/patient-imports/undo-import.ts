import type { Transaction } from 'kysely';
import { appendEntries } from '#audit/append.ts';
import { transact } from '#db/open-transaction.ts';
import type { Database } from '#db/schema.ts';
import { lockPatients } from '#features/patients/index.ts';
import { scheduleFileRemoval } from '#files/pending-files.ts';
import { workEntry, type Actor } from '#audit/work-entry.ts';
import { importValues } from './import-audit.ts';
import { ImportError, RunLost } from './import-error.ts';
import {
  endImport,
  findImport,
  forgetContent,
  lockImport,
  lockImports,
  type ImportRow,
} from './import-repo.ts';
import { countUsed, deletePatients, listImported } from './rows/imported-patient-repo.ts';
import type { ImportDeps } from './run-import.ts';
import { deleteFound, listApplied, setUndone, writePatients } from './rows/update-repo.ts';
import { addUpdateActivity, updateEntry, writtenPatient } from './rows/written-patient.ts';

/** Statements must end within their timeout, also on a slow disk. */
const STEP = 1000;

/** Why an import can no longer be undone. */
export const usedText = (used: number): string =>
  `The import can no longer be undone: ${used.toLocaleString('en-US')} of its patients ${used === 1 ? 'was' : 'were'} changed or used.`;

/**
 * Deletes all patients of an import and restores those that it updated, in one transaction. A run that imports ends. Throws ImportError if
 * one of them was used: changed, or referred to by another record. `runId`: only if this run has not been lost.
 */
export function undoImport(
  { db, keys, clock }: ImportDeps,
  id: string,
  actor: Actor,
  { runId, isCanceled }: { readonly runId?: string; readonly isCanceled?: () => boolean } = {},
): Promise<ImportRow> {
  const now = clock.now();
  return transact(db, async (tx) => {
    await lockImports(tx);
    // Locked at the end, because the run still has to say that it is alive.
    const found = await findImport(tx, id);
    if (found === undefined)
      throw new ImportError('There is no such import. List them: npm run portal -- import list');
    if (runId !== undefined && found.run_id !== runId) throw new RunLost();
    if (found.state === 'Undone') throw new ImportError('This import was undone already.');
    if (found.state === 'Draft') throw new ImportError('This file is not imported yet.');
    const used = await countUsed(tx, id);
    if (used > 0) throw new ImportError(usedText(used));
    await restorePatients(tx, keys, { importId: id, actor, now, isCanceled });
    if (found.updated > 0) await addUpdateActivity(tx, now, actor.userId);
    for (let ids = await listImported(tx, id, STEP); ids.length > 0; ids = await listImported(tx, id, STEP)) {
      if (isCanceled?.() === true) throw new RunLost();
      const deleted = await deletePatients(tx, ids);
      if (deleted.length < ids.length) throw new ImportError(usedText(ids.length - deleted.length));
      await appendEntries(
        tx,
        keys.audit,
        deleted.map((patient) =>
          workEntry(actor, now, {
            action: 'Deleted',
            entityType: 'Patient',
            entityId: patient.id,
            patientId: patient.id,
            oldValues: { medicalRecordNumber: patient.medical_record_number, importId: id },
          }),
        ),
      );
    }
    const last = await lockImport(tx, id);
    if (runId !== undefined && last?.run_id !== runId) throw new RunLost();
    const row = await endImport(tx, id, 'Undone', now);
    if (found.file_key !== null) {
      await forgetContent(tx, id);
      await scheduleFileRemoval(tx, [id]);
    }
    await appendEntries(tx, keys.audit, [
      workEntry(actor, now, {
        action: 'Deleted',
        entityType: 'PatientImport',
        entityId: id,
        oldValues: importValues(row),
      }),
    ]);
    return row;
  });
}

interface Restore {
  readonly importId: string;
  readonly actor: Actor;
  readonly now: Date;
  readonly isCanceled: (() => boolean) | undefined;
}

/** Gives patients that the import has updated their former values. Throws ImportError if one of them was changed since. */
async function restorePatients(
  tx: Transaction<Database>,
  keys: ImportDeps['keys'],
  { importId, actor, now, isCanceled }: Restore,
): Promise<void> {
  for (
    let updates = await listApplied(tx, importId, STEP);
    updates.length > 0;
    updates = await listApplied(tx, importId, STEP)
  ) {
    if (isCanceled?.() === true) throw new RunLost();
    const ids = updates.map(({ patient_id: id }) => id);
    const patients = new Map((await lockPatients(tx, ids)).map((row) => [row.id, row]));
    const restored = updates.flatMap((update) => {
      const row = patients.get(update.patient_id);
      if (row === undefined || row.version !== update.patient_version) return [];
      const { changes, former_ssn: ssn, former_ssn_index: ssnIndex } = update;
      const changesSsn = changes.some(({ field }) => field === 'socialSecurityNumber');
      const values = changes.flatMap(({ field, now: former }) =>
        field === 'socialSecurityNumber' ? [] : [[field, former] as const],
      );
      return [writtenPatient(row, values, changesSsn ? { ssn, ssn_index: ssnIndex } : undefined)];
    });
    const written = await writePatients(tx, restored, now);
    if (written.size < updates.length) throw new ImportError(usedText(updates.length - written.size));
    await appendEntries(
      tx,
      keys.audit,
      updates.map(({ patient_id: id, changes }) =>
        workEntry(actor, now, updateEntry(importId, id, changes, true)),
      ),
    );
    await setUndone(
      tx,
      importId,
      updates.map(({ line }) => line),
    );
  }
  await deleteFound(tx, importId);
}
