import { patientImportSheet } from '@portal/contract/patient-imports';
import { conflict, fieldError } from '#platform/app-error.ts';
import { inTransaction } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';
import { readContent } from '../rows/draft-content.ts';
import { setContent } from '../import-repo.ts';
import { presentImport, requireSight } from '../import-view.ts';
import { deleteRowResults } from '../problem-repo.ts';
import { deleteFound } from '../rows/update-repo.ts';
import { lockIdle } from '../work.ts';

/**
 * Chooses the sheet of an uploaded workbook, with the newest saved mapping for its columns or a guessed one. It must be checked again.
 * Throws NOT_FOUND, CONFLICT, FORBIDDEN like `requireSight`, and VALIDATION if there is no such sheet.
 */
export const chooseSheet = operation(patientImportSheet, (context, { params: { id }, body: { sheet } }) => {
  return inTransaction(context, async (tx) => {
    const row = await lockIdle(context, tx, id);
    requireSight(context, row);
    if (row.state !== 'Draft') throw conflict('This file is imported already.');
    if (!(row.sheets ?? []).some(({ name }) => name === sheet))
      throw fieldError('sheet', 'The file has no such sheet');
    const content = await readContent(context, tx, { ...row, header_line: null, sheet });
    await deleteRowResults(tx.db, [id]);
    await deleteFound(tx.db, id);
    const changed = await setContent(tx.db, id, content);
    tx.audit({
      action: 'Updated',
      entityType: 'PatientImport',
      entityId: id,
      oldValues: { sheet: row.sheet },
      newValues: { sheet },
    });
    return presentImport(context, tx.db, changed);
  });
});
