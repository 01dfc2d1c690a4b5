import * as imports from '@portal/contract/patient-imports';
import { uploadOperation } from '#http/operation.ts';
import { readUpload, uploadImport } from './read/upload-import.ts';

export * from './workbook/choose-sheet.ts';
export * from './rows/draft-content.ts';
export * from './import-actions.ts';
export * from './mappings.ts';
export * from './read/read-imports.ts';

export const patientImportUpload = uploadOperation(
  imports.patientImportUpload,
  readUpload,
  (context, { file }) => uploadImport(context, file),
);
