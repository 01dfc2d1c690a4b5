import {
  DOCUMENT_CATEGORIES,
  DOCUMENT_TYPES,
  FILE_KINDS,
  FILE_TYPES,
  isViewable,
  MAX_DOCUMENT_BYTES,
  type FileType,
} from '@portal/domain/document';
import { z } from 'zod';
import { bulkPreview, bulkRecords, bulkResult } from './core/bulk.ts';
import { changeOf } from './core/change.ts';
import { also, permission, roles } from './core/endpoint.ts';
import { id, optionalLines, queryFlag, reason, version } from './core/fields.ts';
import { csvFile, fileOf } from './core/file.ts';
import { DOCUMENT } from './core/health-records.ts';
import { listQuery, listTotals, search } from './core/list.ts';
import { patientRef, userRef } from './core/refs.ts';
import { acts, changes, reads, removes } from './core/verbs.ts';

export const DOCUMENT_SORT_KEYS = ['createdAt', 'fileName', 'size'] as const;
export type DocumentSortKey = (typeof DOCUMENT_SORT_KEYS)[number];

/** A document as lists show it. */
export const documentRow = z.object({
  id,
  /** With its extension. */
  fileName: z.string(),
  /** The extension that matches the content, regardless of the original name. */
  fileType: z.enum(FILE_TYPES),
  type: z.enum(DOCUMENT_TYPES),
  category: z.enum(DOCUMENT_CATEGORIES),
  patient: patientRef,
  fileSizeBytes: z.int(),
  uploadedByUser: userRef,
  createdAt: z.string(),
  isEncrypted: z.boolean(),
  /** Set for deleted documents, which only holders of Document.Delete see. They can be restored until `restorableUntil`. */
  deletedAt: z.string().nullable(),
  restorableUntil: z.string().nullable(),
  version: z.int(),
});
export type DocumentRow = z.output<typeof documentRow>;

export const document = documentRow.extend({
  note: z.string().nullable(),
  deletedByUser: userRef.nullable(),
  deleteReason: z.string().nullable(),
});
export type Document = z.output<typeof document>;

const type = z.enum(DOCUMENT_TYPES, {
  error: ({ input }) =>
    input === undefined || input === '' ? 'Document type is required' : 'Choose a document type',
});
const category = z.enum(DOCUMENT_CATEGORIES, {
  error: ({ input }) => (input === undefined || input === '' ? 'Category is required' : 'Choose a category'),
});
const patientId = z
  .string({ error: 'Patient is required' })
  .min(1, { error: 'Patient is required', abort: true })
  .pipe(id);
const note = optionalLines('Note', 1000);

/** The text fields of the multipart upload form. */
export const documentUploadBody = z.strictObject({
  type,
  category,
  patientId,
  note,
  /** Pass `true` to store the file even though an identical one exists. */
  acceptDuplicate: queryFlag,
});
export const documentUpdateBody = z.strictObject({ ...changeOf({ type, category, note }), version });
export const documentMoveBody = z.strictObject({ patientId, reason, version });
/** Files documents under another category (their types and notes stay) or under another patient. */
export const documentBulkBody = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('category'), category, records: bulkRecords }),
  z.strictObject({ action: z.literal('move'), patientId, reason, records: bulkRecords }),
]);
export const documentDeleteBody = z.strictObject({ reason });

const mediaTypes = (types: readonly FileType[]) => types.map((each) => FILE_KINDS[each].contentType);

const tag = 'Documents';
const health = { tag, healthData: true } as const;
const view = { ...health, guard: permission('Document.View') } as const;
const change = { ...health, guard: permission('Document.Upload') } as const;
const remove = { ...health, guard: permission('Document.Delete') } as const;

const filters = {
  search,
  type: z.enum(DOCUMENT_TYPES, { error: 'Unknown document type' }).optional(),
  category: z.enum(DOCUMENT_CATEGORIES, { error: 'Unknown category' }).optional(),
  patientId: id.optional(),
  deleted: queryFlag,
};
export const documentList = reads('/document', view, {
  summary:
    'List or search documents, newest first by default; deleted=true lists restorable ones and requires Document.Delete',
  query: z.strictObject({ ...listQuery(DOCUMENT_SORT_KEYS), ...filters }),
  response: z.object({ data: z.array(documentRow), ...listTotals }),
  audit: 'Accessed',
});
export const documentExport = acts('/document/export', health, {
  summary: 'Export the details of all matching documents as CSV, newest first',
  guard: also(roles('Admin'), 'Document.View'),
  body: z.strictObject(filters),
  ...csvFile,
  audit: 'Exported',
});
export const documentGet = reads('/document/:id', view, {
  summary: 'Get a document’s details',
  response: document,
  audit: 'Viewed',
  background: true,
});
export const documentUsualCategories = reads('/document/usual-categories', {
  tag,
  healthData: false,
  guard: permission('Document.Upload'),
  summary: 'Get the category that the practice uses most for each document type',
  response: z.array(z.object({ type: z.enum(DOCUMENT_TYPES), category: z.enum(DOCUMENT_CATEGORIES) })),
  audit: null,
});
export const documentUpload = acts('/document/upload', change, {
  record: DOCUMENT,
  summary:
    'Upload a file; 409 CONFIRMATION_REQUIRED if an identical file exists, unless acceptDuplicate is true',
  body: documentUploadBody,
  upload: { maxBytes: MAX_DOCUMENT_BYTES },
  response: document,
  status: 201,
  audit: 'Created',
  creates: true,
  errors: [
    'CONFIRMATION_REQUIRED',
    'PAYLOAD_TOO_LARGE',
    'FILE_TYPE_NOT_ALLOWED',
    'IDEMPOTENCY_MISMATCH',
    'STORAGE_FULL',
  ],
});
export const documentDownload = reads('/document/:id/download', view, {
  summary: 'Download the file',
  ...fileOf(...mediaTypes(FILE_TYPES)),
  audit: 'Exported',
  errors: ['FILE_DAMAGED'],
});
export const documentView = reads('/document/:id/view', view, {
  summary: 'Get the file for viewing in the portal (PDFs and images only)',
  ...fileOf(...mediaTypes(FILE_TYPES.filter(isViewable))),
  audit: 'Viewed',
  errors: ['FILE_TYPE_NOT_ALLOWED', 'FILE_DAMAGED'],
});
export const documentPrint = acts('/document/:id/print', view, {
  summary: 'Get the file for printing',
  ...fileOf(...mediaTypes(FILE_TYPES)),
  audit: 'Printed',
  errors: ['FILE_DAMAGED'],
});
export const documentUpdate = changes('/document/:id', change, {
  record: DOCUMENT,
  summary: 'Update type, category or note',
  body: documentUpdateBody,
  response: document,
  audit: 'Modified',
  errors: ['STALE'],
});
export const documentMove = acts('/document/:id/move', change, {
  record: DOCUMENT,
  summary: 'Move a document to another patient, with a reason',
  body: documentMoveBody,
  response: document,
  audit: 'Modified',
  errors: ['STALE', 'CONFLICT'],
});
const bulk = {
  ...change,
  body: documentBulkBody,
  errors: ['NOT_FOUND', 'STALE', 'CONFLICT'],
} as const;
export const documentBulk = acts('/document/bulk', bulk, {
  record: DOCUMENT,
  summary: 'Change the category of documents or move them to another patient, all or none',
  response: bulkResult,
  audit: 'Modified',
});
export const documentBulkPreview = acts('/document/bulk/preview', bulk, {
  summary: 'Preview a bulk action on documents',
  response: bulkPreview,
  audit: 'Accessed',
});
export const documentDelete = removes('/document/:id', remove, {
  record: DOCUMENT,
  summary: 'Delete a document, with a reason; it can be restored for 30 days',
  body: documentDeleteBody,
  response: document,
});
export const documentRestore = acts('/document/:id/restore', remove, {
  record: DOCUMENT,
  summary: 'Restore a deleted document',
  response: document,
  audit: 'Modified',
  errors: ['CONFLICT'],
});
