export { removeFiles } from './expired-files-repo.ts';
export { findMatchingDocuments } from './find-matching.ts';
export { documentRowsOf } from './rows-of.ts';
export { listNewestDocuments } from './newest-documents.ts';
export { countUploadedOn } from './uploaded-repo.ts';
