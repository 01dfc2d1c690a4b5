export { CHANGE_HEADER, changeRows } from './rows/change-rows.ts';
export { surveySource, type CheckedRow, type Survey } from './rows/check-rows.ts';
export { removeImportFiles } from './expired-files-repo.ts';
export { lastImport, listImports, type ImportRow } from './import-repo.ts';
export {
  noteHeader,
  noteRows,
  PREVIEW_HEADER,
  previewRows,
  problemHeader,
  problemRows,
  RowFile,
} from './read/row-file.ts';
export { openFileOrWorkbook, openImportFile } from './read/import-file.ts';
export { hashBytes, type ImportFile, type OpenBytes } from './read/read-text.ts';
export { readUpload } from './read/upload-import.ts';
export { isWorkbookText, readSheets, sheetBytes } from './workbook/workbook-text.ts';
export {
  checkSource,
  countNotes,
  countRows,
  startImport,
  takeOverImport,
  unfinishedImport,
  type ImportDeps,
} from './run-import.ts';
export { openSource, type Source } from './read/source.ts';
export { undoImport } from './undo-import.ts';
export { listUsed } from './rows/imported-patient-repo.ts';
