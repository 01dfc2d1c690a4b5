import {
  type Document,
  documentDelete,
  documentGet,
  type documentMove,
  documentRestore,
  type documentUpdate,
} from '@portal/contract/documents';
import type { BodyOf } from '@portal/contract/endpoint';
import { changedValues } from '#audit/audit-entry.ts';
import { recordRead } from '#request/record-read.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { conflict, notFound } from '#platform/app-error.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { checkVersion } from '#request/versions.ts';
import { withChange } from '#request/with-change.ts';
import { operation } from '#http/operation.ts';
import { requirePatient } from '#features/patients/index.ts';
import { addDocumentActivity } from './document-activity.ts';
import {
  findDocument,
  lockDocument,
  updateDocument,
  type DocumentRow,
  type DocumentScope,
} from './document-repo.ts';
import { presentDocument, removedForGoodAt } from './document-view.ts';

const NOT_DELETED = { includeDeleted: false } as const;

/** The scope of the current user: deleted documents are included for users who may restore them. */
const documentScope = (context: SignedInContext): DocumentScope => ({
  includeDeleted: hasPermission(context, 'Document.Delete'),
});

/** Returns a document that the current user may see. Throws NOT_FOUND, also once the restore period has passed. */
export async function requireDocument(context: SignedInContext, id: string): Promise<DocumentRow> {
  return requireExisting(context, await findDocument(context.deps.db, id, documentScope(context)));
}

/** Returns a document and records the view. Throws NOT_FOUND. */
export const getDocument = operation(documentGet, async (context, { params: { id } }) => {
  const row = await requireDocument(context, id);
  await recordRead(context, {
    action: 'Viewed',
    entityType: 'Document',
    entityId: id,
    patientId: row.patient_id,
  });
  return presentDocument(row);
});

/** Updates type, category or note. Throws NOT_FOUND, STALE. */
export async function changeDocument(
  context: SignedInContext,
  id: string,
  { version, ...sent }: BodyOf<typeof documentUpdate>,
): Promise<Document> {
  return inTransaction(context, async (tx) => {
    const before = await locked(context, tx, id, NOT_DELETED);
    checkVersion(context, version, presentDocument(before));
    const { type, category, note } = before;
    const fields = withChange({ type, category, note }, sent);
    await updateDocument(tx.db, id, fields, context.now);
    tx.audit({
      action: 'Modified',
      entityType: 'Document',
      entityId: id,
      patientId: before.patient_id,
      ...changedValues({ type, category, note }, fields),
    });
    addDocumentActivity(tx, id, 'document.updated', 'A document was updated', 'info');
    return reload(tx, id);
  });
}

/** Changes only the category. Throws like `changeDocument`. */
export async function changeCategory(
  context: SignedInContext,
  id: string,
  { category, version }: Pick<BodyOf<typeof documentUpdate>, 'category' | 'version'>,
): Promise<Document> {
  return inTransaction(context, async (tx) => {
    const { type } = await locked(context, tx, id, NOT_DELETED);
    return changeDocument(context, id, { type, category, version });
  });
}

/**
 * Moves a document to another patient, with a reason, and audits the change for both patients. Throws NOT_FOUND, STALE,
 * VALIDATION if the patient does not exist or is deactivated, CONFLICT if the document already belongs to that patient.
 */
export async function moveDocument(
  context: SignedInContext,
  id: string,
  { patientId, reason, version }: BodyOf<typeof documentMove>,
): Promise<Document> {
  return inTransaction(context, async (tx) => {
    const before = await locked(context, tx, id, NOT_DELETED);
    checkVersion(context, version, presentDocument(before));
    await requirePatient(tx.db, patientId);
    if (before.patient_id === patientId)
      throw conflict('The document is already filed under this patient.', 'patientId');
    await updateDocument(tx.db, id, { patient_id: patientId }, context.now);
    for (const auditedId of [before.patient_id, patientId])
      tx.audit({
        action: 'Modified',
        entityType: 'Document',
        entityId: id,
        patientId: auditedId,
        reason,
        oldValues: { patientId: before.patient_id },
        newValues: { patientId },
      });
    addDocumentActivity(tx, id, 'document.moved', 'A document was filed under another patient', 'warning');
    return reload(tx, id);
  });
}

/** Soft-deletes a document, which can be restored for 30 days. Throws NOT_FOUND. */
export const deleteDocument = operation(documentDelete, async (context, { params: { id }, body }) => {
  const { reason } = body;
  return inTransaction(context, async (tx) => {
    const before = await locked(context, tx, id, NOT_DELETED);
    const deletion = { deleted_at: context.now, deleted_by: context.user.id, delete_reason: reason };
    await updateDocument(tx.db, id, deletion, context.now);
    tx.audit({
      action: 'Deleted',
      entityType: 'Document',
      entityId: id,
      patientId: before.patient_id,
      reason,
      oldValues: { fileName: before.file_name, type: before.type, category: before.category },
    });
    addDocumentActivity(tx, id, 'document.deleted', 'A document was deleted', 'error');
    return reload(tx, id);
  });
});

/** Restores a deleted document. Throws NOT_FOUND after the restore period, CONFLICT if it is not deleted. */
export const restoreDocument = operation(documentRestore, async (context, { params: { id } }) => {
  return inTransaction(context, async (tx) => {
    const before = await locked(context, tx, id, { includeDeleted: true });
    if (before.deleted_at === null) throw conflict('This document is not deleted.');
    await updateDocument(tx.db, id, { deleted_at: null, deleted_by: null, delete_reason: null }, context.now);
    tx.audit({
      action: 'Modified',
      entityType: 'Document',
      entityId: id,
      patientId: before.patient_id,
      oldValues: { deletedAt: before.deleted_at.toISOString() },
      newValues: { deletedAt: null },
    });
    addDocumentActivity(tx, id, 'document.restored', 'A document was restored', 'info');
    return reload(tx, id);
  });
});

/** Throws NOT_FOUND for a missing document and for one past its restore period that maintenance has not purged yet. */
function requireExisting(context: SignedInContext, row: DocumentRow | undefined): DocumentRow {
  const isExpired =
    row !== undefined && row.deleted_at !== null && removedForGoodAt(row.deleted_at) <= context.now;
  if (row === undefined || isExpired) throw notFound('Document not found');
  return row;
}

async function locked(
  context: SignedInContext,
  tx: Tx,
  id: string,
  scope: DocumentScope,
): Promise<DocumentRow> {
  return requireExisting(context, await lockDocument(tx.db, id, scope));
}

async function reload(tx: Tx, id: string): Promise<Document> {
  const row = await findDocument(tx.db, id, { includeDeleted: true });
  if (row === undefined) throw notFound('Document not found');
  return presentDocument(row);
}
