import { DOCUMENT } from '@portal/contract/health-records';
import { documentBulk, documentBulkPreview } from '@portal/contract/documents';
import type { BodyOf } from '@portal/contract/endpoint';
import { patientLabel } from '@portal/domain/person-name';
import type { Db } from '#db/database.ts';
import { changeAll, previewAll, type BulkAction, type BulkState } from '#request/bulk.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { findDocuments } from './document-repo.ts';
import { changeCategory, moveDocument } from './document-service.ts';
import { presentRow } from './document-view.ts';

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
    read: async (db: Db, ids) =>
      new Map(
        (await findDocuments(db, ids))
          .filter((row) => row.deleted_at === null)
          .map((row): [string, BulkState] => [
            row.id,
            {
              label: row.file_name,
              value: body.action === 'category' ? row.category : patientLabel(presentRow(row).patient),
              patientId: row.patient_id,
            },
          ]),
      ),
    change: ({ id, version }) =>
      body.action === 'category'
        ? changeCategory(context, id, { category: body.category, version })
        : moveDocument(context, id, { patientId: body.patientId, reason: body.reason, version }),
  };
}
