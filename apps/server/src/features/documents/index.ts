export { documentRowsOf, findMatchingDocuments } from './document-list.ts';
export { listNewestDocuments } from './newest-documents.ts';
export { countUploadedOn } from './uploaded-repo.ts';
