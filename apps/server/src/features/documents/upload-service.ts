import { documentUpload } from '@portal/contract/documents';
import { inTransaction } from '#request/transaction.ts';
import { adoptFile } from '#files/pending-files.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { requirePatient } from '#features/patients/index.ts';
import { addDocumentActivity } from './document-activity.ts';
import { findDocument, findSameContent, insertDocument } from './document-repo.ts';
import { presentDocument } from './document-view.ts';

/**
 * Creates the record of an uploaded file. Throws VALIDATION if the patient does not exist or is deactivated, and
 * CONFIRMATION_REQUIRED if an identical file exists and `acceptDuplicate` is not set.
 */
export const addDocument = operation(documentUpload, async (context, { body, file }) => {
  const { acceptDuplicate, ...fields } = body;
  return inTransaction(context, async (tx) => {
    await requirePatient(tx.db, fields.patientId);
    const same = await findSameContent(tx.db, file.contentHash, fields.patientId);
    if (same !== undefined && !acceptDuplicate) throw duplicate(context, same, fields.patientId);
    await insertDocument(tx.db, file, fields, { userId: context.user.id, now: context.now });
    await adoptFile(tx.db, file.id);
    tx.audit({
      action: 'Created',
      entityType: 'Document',
      entityId: file.id,
      patientId: fields.patientId,
      newValues: { fileName: file.fileName, fileSizeBytes: file.size, ...fields },
    });
    addDocumentActivity(tx, file.id, 'document.uploaded', 'A document was uploaded', 'success');
    const row = await findDocument(tx.db, file.id, { includeDeleted: false });
    if (row === undefined) throw notFound();
    return presentDocument(row);
  });
});

/** Names the existing document only if it belongs to the same patient, so nothing about another patient is disclosed. */
function duplicate(
  { deps }: SignedInContext,
  same: { id: string; isSamePatient: boolean; fileName: string; createdAt: Date },
  patientId: string,
): AppError {
  if (!same.isSamePatient)
    return new AppError('CONFIRMATION_REQUIRED', {
      message:
        'An identical file is already stored for another patient. Check that you chose the right patient.',
    });
  const day = same.createdAt.toLocaleDateString('en-US', {
    timeZone: deps.config.practice.timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return new AppError('CONFIRMATION_REQUIRED', {
    message: `An identical file is already stored for this patient: ${same.fileName}, uploaded ${day}.`,
    about: [{ id: same.id, patientId }],
    otherwise: 'An identical file is already stored for this patient.',
  });
}
