import { DOCUMENT } from '@portal/contract/health-records';
import { documentBulk, documentBulkPreview } from '@portal/contract/documents';
import type { BodyOf } from '@portal/contract/endpoint';
import { patientLabel } from '@portal/domain/person-name';
import { changeAll, previewAll, type BulkAction } from '#request/bulk.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { documentRowsOf } from './document-list.ts';
import { changeCategory, moveDocument } from './document-service.ts';

export const changeDocuments = operation(documentBulk, (context, { body }) =>
  changeAll(context, documentBulkAction(context, body)),
);
export const previewDocuments = operation(documentBulkPreview, (context, { body }) =>
  previewAll(context, documentBulkAction(context, body)),
);

type Body = BodyOf<typeof documentBulk>;

/** Changing the category of documents or moving them, each like the single operation. */
function documentBulkAction(context: SignedInContext, body: Body): BulkAction {
  return {
    entityType: 'Document',
    record: DOCUMENT,
    records: body.records,
    read: async (db, ids) =>
      (await documentRowsOf(db, ids)).map(({ id, fileName, category, patient }) => ({
        id,
        label: fileName,
        value: body.action === 'category' ? category : patientLabel(patient),
        patientId: patient.id,
      })),
    change: ({ id, version }) =>
      body.action === 'category'
        ? changeCategory(context, id, { category: body.category, version })
        : moveDocument(context, id, { patientId: body.patientId, reason: body.reason, version }),
  };
}
