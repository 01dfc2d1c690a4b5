export { countUploadedOn } from './uploaded-repo.ts';
