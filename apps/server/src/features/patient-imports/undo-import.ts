import { appendEntries } from '#audit/append.ts';
import { transact } from '#db/open-transaction.ts';
import { commandEntry } from './import-audit.ts';
import { ImportError } from './import-error.ts';
import {
  countUsed,
  deletePatients,
  endImport,
  listImported,
  lockImport,
  type ImportRow,
} from './import-repo.ts';
import type { ImportDeps } from './run-import.ts';

/** Statements must end within their timeout, also on a slow disk. */
const STEP = 1000;

/**
 * Deletes all patients of an import, in one transaction. Throws ImportError if one of them was used: changed, or referred to by another
 * record.
 */
export function undoImport({ db, keys, clock }: ImportDeps, id: string): Promise<ImportRow> {
  const now = clock.now();
  return transact(db, async (tx) => {
    const found = await lockImport(tx, id);
    if (found === undefined)
      throw new ImportError('There is no such import. List them: npm run portal -- import list');
    if (found.state === 'Undone') throw new ImportError('This import was undone already.');
    const used = await countUsed(tx, id);
    if (used > 0)
      throw new ImportError(
        `The import can no longer be undone: ${used} of its patients ${used === 1 ? 'was' : 'were'} changed or used.`,
      );
    const deleted: { readonly id: string; readonly medical_record_number: string }[] = [];
    for (let ids = await listImported(tx, id, STEP); ids.length > 0; ids = await listImported(tx, id, STEP))
      deleted.push(...(await deletePatients(tx, ids)));
    const row = await endImport(tx, id, 'Undone', now);
    for (let at = 0; at < deleted.length; at += STEP)
      await appendEntries(
        tx,
        keys.audit,
        deleted.slice(at, at + STEP).map((patient) =>
          commandEntry(now, {
            action: 'Deleted',
            entityType: 'Patient',
            entityId: patient.id,
            patientId: patient.id,
            oldValues: { medicalRecordNumber: patient.medical_record_number, importId: id },
          }),
        ),
      );
    await appendEntries(tx, keys.audit, [
      commandEntry(now, {
        action: 'Deleted',
        entityType: 'PatientImport',
        entityId: id,
        oldValues: { fileName: row.file_name, imported: row.imported },
      }),
    ]);
    return row;
  });
}
