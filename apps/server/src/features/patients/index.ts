export { findMatchingPatients } from './search/find-matching.ts';
export { addPatientActivity } from './patient-activity.ts';
export { listDuplicatesOf } from './search/duplicates.ts';
export { patientKeys, readSsn, ssnColumns, ssnIndex } from './patient-record.ts';
export { getPatientRef, requireBorn, requirePatient } from './patient-ref.ts';
export {
  allocatePatientNumbers,
  listByFormerMrn,
  listPatientLabels,
  lockPatients,
  patientColumns,
  type PatientFields,
  type PatientRecordRow,
  type SsnColumns,
} from './patient-repo.ts';
export { patientRowsOf } from './search/rows-of.ts';
export { readNewest } from './timeline.ts';
export { findSimilarlyNamed, type Likeness } from './search/similar-patients.ts';
export {
  canMatch,
  isWord,
  mayContainNames,
  patientConditions,
  searchConditions,
} from './search/search-conditions-repo.ts';
