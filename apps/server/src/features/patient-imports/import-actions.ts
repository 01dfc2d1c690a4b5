import {
  patientImportCancel,
  patientImportCheck,
  patientImportDiscard,
  patientImportStart,
  patientImportUndo,
} from '@portal/contract/patient-imports';
import { mappingTrouble, undecidedColumns } from '@portal/domain/patient-import/columns';
import type { Db } from '#db/database.ts';
import { scheduleFileRemoval } from '#files/pending-files.ts';
import { inTransaction } from '#request/transaction.ts';
import { AppError, conflict, fieldError, notFound } from '#platform/app-error.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { operation, type Operation } from '#http/operation.ts';
import { importValues } from './import-audit.ts';
import { findFindings } from './findings-repo.ts';
import {
  deleteImport,
  lockImport,
  releaseRun,
  setMapping,
  setStarted,
  type ImportRow,
} from './import-repo.ts';
import { countUsed } from './rows/imported-patient-repo.ts';
import { isActive, presentImport, requireSight } from './import-view.ts';
import { deleteRowResults } from './problem-repo.ts';
import { usedText } from './undo-import.ts';
import { deleteFound } from './rows/update-repo.ts';
import { lockIdle, workWith, type BeginWork, type WorkNeeds } from './work.ts';

const MIXED_DATES =
  'Some dates have the day first, others the month. Choose how dates like 03/04/1980 are read, and check the file again.';

/**
 * Checks an uploaded file with a mapping, also again. Social security numbers are compared only for those who may view them. Throws
 * NOT_FOUND, CONFLICT, FORBIDDEN like `requireSight`, and VALIDATION for an unusable mapping.
 */
const checkImport = (beginWork: BeginWork) =>
  operation(patientImportCheck, async (context, { params: { id }, body }) => {
    const { columns, dateOrder, words, choices } = body;
    const row = await beginWork(context, id, 'check', async (tx, found) => {
      requireSight(context, found);
      const { state, header } = found;
      if (state !== 'Draft') throw conflict('This file is imported already.');
      const trouble = header === null ? null : mappingTrouble(columns ?? {}, header);
      if (trouble !== null) throw fieldError('columns', trouble);
      await deleteRowResults(tx.db, [id]);
      await deleteFound(tx.db, id);
      await setMapping(tx.db, id, {
        columns: header === null ? null : columns,
        dateOrder,
        words,
        choices,
        comparesSsn:
          hasPermission(context, 'Patient.ViewSsn') &&
          (header === null || (columns?.socialSecurityNumber ?? []).length > 0),
      });
      return { columns, dateOrder, words, choices };
    });
    return presentImport(context, context.deps.db, row);
  });

const UNCHECKED = 'Check the file first.';

/**
 * Imports a checked file, or continues its import. Updating patients of the practice needs Patient.Edit. Throws NOT_FOUND, CONFLICT, or
 * FORBIDDEN, also like `requireSight`.
 */
const beginImport = (beginWork: BeginWork) =>
  operation(patientImportStart, async (context, { params: { id }, body }) => {
    const { withDuplicates, updates } = body;
    const row = await beginWork(context, id, 'import', async (tx, found) => {
      requireSight(context, found);
      if ((found.state === 'Unfinished' ? found.updates : updates) !== null) requireEdit(context);
      if (found.state === 'Unfinished') {
        if (found.file_key === null)
          throw conflict('This import was started with a command. Run the same command again to continue.');
        return { continuedAfter: found.rows_done };
      }
      if (found.state !== 'Draft') throw conflict('This file is imported already.');
      if (found.checked_at === null) throw conflict(UNCHECKED);
      await requireDecisions(tx.db, found);
      const importable = found.imported + (withDuplicates ? found.duplicates - found.refused : 0);
      if (importable + (updates === null ? 0 : found.updated) === 0)
        throw conflict('No row of this file can be imported.');
      await deleteRowResults(tx.db, [id]);
      await setStarted(tx.db, id, { withDuplicates, updates });
      return { withDuplicates, ...(updates === null ? {} : { updates }) };
    });
    return presentImport(context, context.deps.db, row);
  });

/**
 * Throws CONFLICT if columns with values neither have a field nor are left out, because nothing is lost in silence, or if dates of both
 * orders are in the file and none is chosen.
 */
async function requireDecisions(db: Db, row: ImportRow): Promise<void> {
  const { id, header, mapping, mixed_dates: mixedDates, date_order: order } = row;
  if (mixedDates !== null && order === null) throw conflict(MIXED_DATES);
  if (header === null) return;
  const contents = (await findFindings(db, id))?.contents;
  if (contents === undefined || contents === null) throw conflict(UNCHECKED);
  const columns = header.map((name, at) => ({ name, values: contents[at]?.values ?? 0 }));
  const names = undecidedColumns(mapping ?? {}, columns).map(({ name }) => `“${name}”`);
  if (names.length > 0)
    throw conflict(`Choose fields for these columns, or leave them out: ${names.join(', ')}.`);
}

function requireEdit(context: SignedInContext): void {
  if (hasPermission(context, 'Patient.Edit')) return;
  throw new AppError('FORBIDDEN', {
    message: 'This import updates patients, which you may not edit. Someone who may must continue it.',
  });
}

/** Stops a check or an import. What is imported stays. Throws NOT_FOUND, and CONFLICT if nothing is running. */
export const cancelImport = operation(patientImportCancel, async (context, { params: { id } }) => {
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
  return presentImport(context, context.deps.db, row);
});

/** Deletes all patients of an import and restores those that it updated. Throws NOT_FOUND, and CONFLICT if it is running or a patient was changed or used. */
const beginUndo = (beginWork: BeginWork) =>
  operation(patientImportUndo, async (context, { params: { id } }) => {
    const row = await beginWork(context, id, 'undo', async (tx, found) => {
      const { state } = found;
      if (state === 'Draft') throw conflict('This file is not imported yet.');
      if (state === 'Undone') throw conflict('This import was undone already.');
      if (found.updated > 0) {
        requireEdit(context);
        requireSight(context, found);
      }
      const used = await countUsed(tx.db, id);
      if (used > 0) throw conflict(usedText(used));
      return {};
    });
    return presentImport(context, context.deps.db, row);
  });

/** The operations that go on after their response. */
export function workOperations(needs: WorkNeeds): Operation[] {
  const beginWork = workWith(needs);
  return [checkImport(beginWork), beginImport(beginWork), beginUndo(beginWork)];
}

/** Deletes an uploaded file that is not imported. Throws NOT_FOUND or CONFLICT. */
export const discardImport = operation(patientImportDiscard, async (context, { params: { id } }) => {
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
});
