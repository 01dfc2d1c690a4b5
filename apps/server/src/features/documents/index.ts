export { findMatchingDocuments } from './find-matching.ts';
export { documentRowsOf } from './rows-of.ts';
export { countUploadedOn } from './uploaded-repo.ts';
