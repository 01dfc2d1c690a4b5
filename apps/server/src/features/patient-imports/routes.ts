import * as imports from '@portal/contract/patient-imports';
import type { Binder } from '#http/bind.ts';
import { beginImport, beginUndo, cancelImport, checkImport, discardImport } from './import-actions.ts';
import { chooseHeader } from './draft-content.ts';
import { removeImportMapping, saveImportMapping } from './mappings.ts';
import {
  exportNotes,
  exportProblems,
  getDetails,
  getImports,
  getPatients,
  getUpdates,
} from './read-imports.ts';
import { chooseSheet } from './choose-sheet.ts';
import { readUpload, uploadImport } from './upload-import.ts';

/** Binds the endpoints of imports of patients. */
export function bindPatientImports(binder: Binder): void {
  binder.bind(imports.patientImportList, (_input, context) => getImports(context));
  binder.bindUpload(imports.patientImportUpload, readUpload, ({ file }, context) =>
    uploadImport(context, file),
  );
  binder.bind(imports.patientImportSheet, ({ params, body }, context) =>
    chooseSheet(context, params.id, body.sheet),
  );
  binder.bind(imports.patientImportDetails, ({ params }, context) => getDetails(context, params.id));
  binder.bind(imports.patientImportHeader, ({ params, body }, context) =>
    chooseHeader(context, params.id, body.line),
  );
  binder.bind(imports.patientImportCheck, ({ params, body }, context) =>
    checkImport(context, params.id, body),
  );
  binder.bind(imports.patientImportStart, ({ params, body }, context) =>
    beginImport(context, params.id, body),
  );
  binder.bind(imports.patientImportCancel, ({ params }, context) => cancelImport(context, params.id));
  binder.bind(imports.patientImportUpdates, ({ params, body }, context) =>
    getUpdates(context, params.id, body.updates),
  );
  binder.bind(imports.patientImportPatients, ({ params }, context) => getPatients(context, params.id));
  binder.bind(imports.patientImportUndo, ({ params }, context) => beginUndo(context, params.id));
  binder.bind(imports.patientImportDiscard, ({ params }, context) => discardImport(context, params.id));
  binder.bind(imports.patientImportExport, ({ params }, context) => exportProblems(context, params.id));
  binder.bind(imports.patientImportNotesExport, ({ params }, context) => exportNotes(context, params.id));
  binder.bind(imports.importMappingSave, ({ body }, context) => saveImportMapping(context, body));
  binder.bind(imports.importMappingDelete, ({ params }, context) => removeImportMapping(context, params.id));
}
