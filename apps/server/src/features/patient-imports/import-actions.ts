import type { BodyOf } from '@portal/contract/endpoint';
import type { PatientImport, patientImportCheck } from '@portal/contract/patient-imports';
import { mappingTrouble } from '@portal/domain/patient-import/columns';
import { scheduleFileRemoval } from '#files/pending-files.ts';
import { inTransaction } from '#request/transaction.ts';
import { conflict, fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { importValues } from './import-audit.ts';
import {
  deleteImport,
  lockImport,
  releaseRun,
  setMapping,
  setStarted,
  type ImportRow,
} from './import-repo.ts';
import { countUsed } from './imported-patient-repo.ts';
import { isActive, presentImport } from './import-view.ts';
import { deleteProblems } from './problem-repo.ts';
import { usedText } from './undo-import.ts';
import { beginWork, lockIdle } from './work.ts';

const present = (context: SignedInContext, row: ImportRow): Promise<PatientImport> =>
  presentImport(context.deps.db, row, context.now);

/** Checks an uploaded file with a mapping, also again. Throws NOT_FOUND, CONFLICT and VALIDATION for an unusable mapping. */
export async function checkImport(
  context: SignedInContext,
  id: string,
  { columns, dateOrder, words }: BodyOf<typeof patientImportCheck>,
): Promise<PatientImport> {
  const row = await beginWork(context, id, 'check', async (tx, { state, header }) => {
    if (state !== 'Draft') throw conflict('This file is imported already.');
    const trouble = header === null ? null : mappingTrouble(columns ?? {}, header);
    if (trouble !== null) throw fieldError('columns', trouble);
    await deleteProblems(tx.db, id);
    await setMapping(tx.db, id, { columns: header === null ? null : columns, dateOrder, words });
    return { columns, dateOrder, words };
  });
  return present(context, row);
}

/** Imports a checked file, or continues its import. Throws NOT_FOUND or CONFLICT. */
export async function beginImport(
  context: SignedInContext,
  id: string,
  { withDuplicates }: { readonly withDuplicates: boolean },
): Promise<PatientImport> {
  const row = await beginWork(context, id, 'import', async (tx, found) => {
    if (found.state === 'Unfinished') {
      if (found.file_key === null)
        throw conflict('This import was started with a command. Run the same command again to continue.');
      return { continuedAfter: found.rows_done };
    }
    if (found.state !== 'Draft') throw conflict('This file is imported already.');
    if (found.checked_at === null) throw conflict('Check the file first.');
    if (found.imported + (withDuplicates ? found.duplicates : 0) === 0)
      throw conflict('No row of this file can be imported.');
    await deleteProblems(tx.db, id);
    await setStarted(tx.db, id, withDuplicates);
    return { withDuplicates };
  });
  return present(context, row);
}

/** Stops a check or an import. What is imported stays. Throws NOT_FOUND, and CONFLICT if nothing is running. */
export async function cancelImport(context: SignedInContext, id: string): Promise<PatientImport> {
  const row = await inTransaction(context, async (tx) => {
    const found = await lockImport(tx.db, id);
    if (found === undefined) throw notFound('Import not found');
    if (!isActive(found, context.now)) throw conflict('This import is not running.');
    if (found.task === 'undo') throw conflict('Undoing an import cannot be cancelled.');
    tx.audit({
      action: 'Updated',
      entityType: 'PatientImport',
      entityId: id,
      newValues: { canceled: found.task, ...importValues(found) },
    });
    return releaseRun(tx.db, id, null);
  });
  if (row === undefined) throw notFound('Import not found');
  return present(context, row);
}

/** Deletes all patients of an import. Throws NOT_FOUND, and CONFLICT if it is running or a patient was changed or used. */
export async function beginUndo(context: SignedInContext, id: string): Promise<PatientImport> {
  const row = await beginWork(context, id, 'undo', async (tx, { state }) => {
    if (state === 'Draft') throw conflict('This file is not imported yet.');
    if (state === 'Undone') throw conflict('This import was undone already.');
    const used = await countUsed(tx.db, id);
    if (used > 0) throw conflict(usedText(used));
    return {};
  });
  return present(context, row);
}

/** Deletes an uploaded file that is not imported. Throws NOT_FOUND or CONFLICT. */
export async function discardImport(context: SignedInContext, id: string): Promise<undefined> {
  return inTransaction(context, async (tx) => {
    const row = await lockIdle(context, tx, id);
    if (row.state !== 'Draft') throw conflict('This file is imported already.');
    await deleteImport(tx.db, id);
    await scheduleFileRemoval(tx.db, [id]);
    tx.audit({
      action: 'Deleted',
      entityType: 'PatientImport',
      entityId: id,
      oldValues: { fileName: row.file_name },
    });
    return undefined;
  });
}
