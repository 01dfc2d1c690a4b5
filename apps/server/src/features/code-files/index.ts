export { editionsOf, type LoadedEdition } from './code-file-repo.ts';
