export type { CodeFileDeps } from './check-code-file.ts';
export {
  editionsOf,
  findCodeFile,
  findDifferences,
  lastCodeFile,
  listCodeFiles,
  type CodeFileRow,
} from './code-file-repo.ts';
export { openCodeFile, RunLost } from './code-file-source.ts';
export { loadFile } from './code-file-work.ts';
export { checkByCommand, discardDraft, loadCodeFile, undoByCommand } from './command-code-file.ts';
export { removeOldCodeFiles } from './load-code-file.ts';
export { findOfficial } from './official-repo.ts';
export { countPairs } from './pair-count-repo.ts';
