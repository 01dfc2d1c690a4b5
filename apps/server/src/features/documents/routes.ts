import * as documents from '@portal/contract/documents';
import type { Binder } from '#http/bind.ts';
import { changeAll, previewAll } from '#request/bulk.ts';
import { exportDocuments } from './export-documents.ts';
import { documentBulkAction } from './bulk-documents.ts';
import { downloadDocument, printDocument, viewDocument } from './content-service.ts';
import { getDocuments } from './document-list.ts';
import {
  changeDocument,
  deleteDocument,
  getDocument,
  moveDocument,
  restoreDocument,
} from './document-service.ts';
import { addDocument } from './upload-service.ts';
import { getUsualCategories } from './usual-categories.ts';

/** Binds the document endpoints. */
export function bindDocuments(binder: Binder): void {
  binder.bind(documents.documentList, ({ query }, context) => getDocuments(context, query));
  binder.bind(documents.documentUsualCategories, (_input, context) => getUsualCategories(context));
  binder.bind(documents.documentUpload, ({ body, file }, context) => addDocument(context, body, file));
  binder.bind(documents.documentGet, ({ params }, context) => getDocument(context, params.id));
  binder.bind(documents.documentUpdate, ({ params, body }, context) =>
    changeDocument(context, params.id, body),
  );
  binder.bind(documents.documentDelete, ({ params, body }, context) =>
    deleteDocument(context, params.id, body),
  );
  binder.bind(documents.documentDownload, ({ params }, context) => downloadDocument(context, params.id));
  binder.bind(documents.documentView, ({ params }, context) => viewDocument(context, params.id));
  binder.bind(documents.documentPrint, ({ params }, context) => printDocument(context, params.id));
  binder.bind(documents.documentMove, ({ params, body }, context) => moveDocument(context, params.id, body));
  binder.bind(documents.documentRestore, ({ params }, context) => restoreDocument(context, params.id));
  binder.bind(documents.documentBulk, ({ body }, context) =>
    changeAll(context, documentBulkAction(context, body)),
  );
  binder.bind(documents.documentBulkPreview, ({ body }, context) =>
    previewAll(context, documentBulkAction(context, body)),
  );
  binder.bind(documents.documentExport, ({ body }, context) => exportDocuments(context, body));
}
