import * as patients from '@portal/contract/patients';
import { readOperation } from '#http/operation.ts';
import { getPatients, readFirstPage } from './search/patient-list.ts';
import { findPatient } from './patient-repo.ts';
import { getPatient } from './patient-service.ts';

export * from './search/duplicates.ts';
export * from './export-patients.ts';
export * from './patient-service.ts';
export * from './patient-status.ts';
export * from './timeline.ts';

export const patientList = readOperation(
  patients.patientList,
  (db, { query }) => readFirstPage(db, query),
  (context, page, { query }) => getPatients(context, query, page),
);
export const patientGet = readOperation(
  patients.patientGet,
  (db, { params }) => findPatient(db, params.id),
  (context, row, { query }) => getPatient(context, row, query),
);
