export { countUploadedOn } from './document-counts.ts';
