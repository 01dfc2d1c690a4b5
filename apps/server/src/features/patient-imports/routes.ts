import * as imports from '@portal/contract/patient-imports';
import { uploadOperation } from '#http/operation.ts';
import { readUpload, uploadImport } from './upload-import.ts';

export * from './choose-sheet.ts';
export * from './draft-content.ts';
export * from './import-actions.ts';
export * from './mappings.ts';
export * from './read-imports.ts';

export const patientImportUpload = uploadOperation(
  imports.patientImportUpload,
  readUpload,
  (context, { file }) => uploadImport(context, file),
);
