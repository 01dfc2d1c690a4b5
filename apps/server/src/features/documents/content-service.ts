import { documentDownload, documentPrint, documentView } from '@portal/contract/documents';
import type { AuditAction } from '@portal/contract/endpoint';
import type { FileToSend } from '@portal/contract/file';
import { FILE_KINDS, isViewable } from '@portal/domain/document';
import { recordRead } from '#request/record-read.ts';
import { BlobMissingError } from '#files/blob-store.ts';
import { FileDamagedError } from '#files/sealing.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { setDamaged, type DocumentRow } from './document-repo.ts';
import { requireDocument } from './document-service.ts';

/** Returns the file for download. Throws NOT_FOUND, FILE_DAMAGED, UNAVAILABLE. */
export const downloadDocument = operation(documentDownload, async (context, { params: { id } }) =>
  send(context, await requireDocument(context, id), { action: 'Exported', isInline: false }),
);

/** Returns the file for printing, served inline. Throws like `downloadDocument`. */
export const printDocument = operation(documentPrint, async (context, { params: { id } }) =>
  send(context, await requireDocument(context, id), { action: 'Printed', isInline: true }),
);

/** Returns the file for viewing. Throws like `downloadDocument`, and FILE_TYPE_NOT_ALLOWED if it is not viewable. */
export const viewDocument = operation(documentView, async (context, { params: { id } }) => {
  const row = await requireDocument(context, id);
  if (!isViewable(row.file_type))
    throw new AppError('FILE_TYPE_NOT_ALLOWED', {
      message: 'This file type cannot be shown here. Download it instead.',
    });
  return send(context, row, { action: 'Viewed', isInline: true });
});

async function send(
  context: SignedInContext,
  row: DocumentRow,
  { action, isInline }: { action: AuditAction; isInline: boolean },
): Promise<FileToSend> {
  const content = await open(context, row, action);
  await recordRead(context, {
    action,
    entityType: 'Document',
    entityId: row.id,
    patientId: row.patient_id,
    newValues: { content: true },
  });
  return {
    content,
    contentType: FILE_KINDS[row.file_type].contentType,
    fileName: row.file_name,
    size: row.size_bytes,
    isInline,
  };
}

async function open(
  context: SignedInContext,
  row: DocumentRow,
  attempted: AuditAction,
): Promise<AsyncIterable<Uint8Array>> {
  const { db, files } = context.deps;
  if (row.file_key === null) throw notFound('Document not found');
  try {
    const content = await files.open(row.id, row.file_key, row.size_bytes, context.signal);
    if (row.damaged_at !== null) await setDamaged(db, row.id, { damagedAt: null, isMissing: false });
    return content;
  } catch (error) {
    if (context.signal.aborted)
      throw new AppError('BAD_REQUEST', { message: 'The client disconnected.', cause: error });
    if (!(error instanceof FileDamagedError || error instanceof BlobMissingError)) throw error;
    const isMissing = error instanceof BlobMissingError || error.cause instanceof BlobMissingError;
    const state = isMissing ? 'missing' : 'damaged';
    context.log.error({ documentId: row.id, reason: error.message }, `document file is ${state}`);
    if (row.damaged_at === null || row.is_file_missing !== isMissing)
      await setDamaged(db, row.id, { damagedAt: context.now, isMissing });
    await recordRead(context, {
      action: 'AccessDenied',
      entityType: 'Document',
      entityId: row.id,
      patientId: row.patient_id,
      newValues: { attempted, refusedBecause: `The file is ${state}` },
    });
    throw new AppError('FILE_DAMAGED', {
      ...(isMissing && {
        message: 'The file of this document is missing and could not be sent. Contact your administrator.',
      }),
      cause: error,
    });
  }
}
