export { CHANGE_HEADER, changeRows } from './change-rows.ts';
export { surveySource, type CheckedRow, type Survey } from './check-rows.ts';
export { COMMAND } from './import-audit.ts';
export { listImports, type ImportRow } from './import-repo.ts';
export {
  noteHeader,
  noteRows,
  PREVIEW_HEADER,
  previewRows,
  problemHeader,
  problemRows,
  RowFile,
} from './row-file.ts';
export { openImportFile } from './import-file.ts';
export { hashBytes, type ImportFile } from './read-text.ts';
export {
  checkSource,
  countNotes,
  countRows,
  startImport,
  takeOverImport,
  unfinishedImport,
  type ImportDeps,
} from './run-import.ts';
export { openSource, type Source } from './source.ts';
export { undoImport } from './undo-import.ts';
export { listUsed } from './imported-patient-repo.ts';
