import { documentExport } from '@portal/contract/documents';
import { formatFileTime } from '@portal/domain/clock';
import { DOCUMENT_TYPE_LABELS } from '@portal/domain/document';
import { fullName } from '@portal/domain/person-name';
import { exportList } from '#request/export-list.ts';
import { operation } from '#http/operation.ts';
import { documentFilter } from './document-list.ts';
import { findDocuments, type DocumentRow } from './document-repo.ts';
import { documentsOf } from './list-repo.ts';

/** Exports the details of the documents of a filter. Throws like the list. */
export const exportDocuments = operation(documentExport, async (context, { body: { search, ...body } }) => {
  const { timeZone } = context.deps.config.practice;
  return exportList<DocumentRow>(context, {
    name: 'documents',
    entityType: 'Document',
    patientId: body.patientId,
    filter: { ...body, isSearch: search.trim() !== '' },
    part: documentsOf(documentFilter(context, { ...body, search })),
    find: findDocuments,
    patientOf: (row) => row.patient_id,
    columns: {
      'File Name': (row) => row.file_name,
      Type: (row) => DOCUMENT_TYPE_LABELS[row.type],
      Category: (row) => row.category,
      MRN: (row) => row.medical_record_number,
      'Last Name': (row) => row.patient_last_name,
      'First Name': (row) => row.patient_first_name,
      'Size (bytes)': (row) => row.size_bytes,
      'Uploaded By': (row) => fullName(row.uploader_first_name, row.uploader_last_name),
      [`Upload Date (${timeZone})`]: (row) => formatFileTime(row.created_at, timeZone),
    },
  });
});
