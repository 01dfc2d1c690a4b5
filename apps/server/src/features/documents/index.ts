export { documentRowsOf, findMatchingDocuments } from './document-list.ts';
export { removeFiles } from './expired-files-repo.ts';
export { countUploadedOn } from './uploaded-repo.ts';
