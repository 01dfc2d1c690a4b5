import * as documents from '@portal/contract/documents';
import { operation } from '#http/operation.ts';
import { changeDocument, moveDocument } from './document-service.ts';

export * from './bulk-documents.ts';
export * from './content-service.ts';
export * from './document-list.ts';
export * from './document-service.ts';
export * from './export-documents.ts';
export * from './upload-service.ts';
export * from './usual-categories.ts';

export const documentUpdate = operation(documents.documentUpdate, (context, { params, body }) =>
  changeDocument(context, params.id, body),
);
export const documentMove = operation(documents.documentMove, (context, { params, body }) =>
  moveDocument(context, params.id, body),
);
