export { findMatchingDocuments } from './find-matching.ts';
export { countUploadedOn } from './uploaded-repo.ts';
