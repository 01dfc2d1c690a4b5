export { findMatchingPatients } from './find-matching.ts';
export { listDuplicatesOf } from './duplicates.ts';
export { patientKeys, readSsn, ssnColumns, ssnIndex } from './patient-record.ts';
export { getPatientRef, requireBorn, requirePatient } from './patient-ref.ts';
export {
  allocatePatientNumbers,
  listByFormerMrn,
  lockPatients,
  type PatientRecordRow,
} from './patient-repo.ts';
export { patientRowsOf } from './rows-of.ts';
export { findSimilarlyNamed, type Likeness } from './similar-patients.ts';
export {
  canMatch,
  isWord,
  mayContainNames,
  patientConditions,
  searchConditions,
} from './search-conditions-repo.ts';
