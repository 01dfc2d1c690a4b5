export { editionsOf, type LoadedEdition } from './code-file-repo.ts';
export { removeOldCodeFiles } from './load-code-file.ts';
export { findOfficial } from './official-repo.ts';
export { countPairs } from './pair-count-repo.ts';
