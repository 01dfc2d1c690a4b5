import type { Document, DocumentRow as WireRow } from '@portal/contract/documents';
import { RESTORE_DAYS } from '@portal/domain/document';
import { patientOfRow } from '#request/patient-of-row.ts';
import type { DocumentRow } from './document-repo.ts';

const DAY_MS = 24 * 3_600_000;

/** When a document deleted at this time is permanently removed. */
export const removedForGoodAt = (deletedAt: Date) => new Date(deletedAt.getTime() + RESTORE_DAYS * DAY_MS);

/** Converts a row to its list form in the API. */
export function presentRow(row: DocumentRow): WireRow {
  return {
    id: row.id,
    fileName: row.file_name,
    fileType: row.file_type,
    type: row.type,
    category: row.category,
    patient: patientOfRow(row),
    fileSizeBytes: row.size_bytes,
    uploadedByUser: {
      id: row.uploaded_by,
      firstName: row.uploader_first_name,
      lastName: row.uploader_last_name,
    },
    createdAt: row.created_at.toISOString(),
    isEncrypted: row.file_key !== null,
    deletedAt: row.deleted_at?.toISOString() ?? null,
    restorableUntil: row.deleted_at === null ? null : removedForGoodAt(row.deleted_at).toISOString(),
    version: row.version,
  };
}

/** Converts a row to the full API document. */
export function presentDocument(row: DocumentRow): Document {
  const { deleted_by: id, deleter_first_name: firstName, deleter_last_name: lastName } = row;
  return {
    ...presentRow(row),
    note: row.note,
    deletedByUser:
      id === null || firstName === null || lastName === null ? null : { id, firstName, lastName },
    deleteReason: row.delete_reason,
  };
}
