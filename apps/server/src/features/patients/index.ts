export {
  listFamilyNameRanges,
  inOtherNames,
  isNameWord,
  mayContainNames,
  rangeRows,
} from './family-names.ts';
export { countPatients } from './patient-counts.ts';
export { patientKeys, ssnColumns } from './patient-record.ts';
export { getPatientRef, requirePatient } from './patient-ref.ts';
export { allocatePatientNumbers } from './patient-repo.ts';
export { canMatch, patientConditions, searchConditions } from './patient-search-conditions.ts';
export { SAMPLE_ROWS, samplePatients, SMALL_PRACTICE, exceedsLimit } from './search-sample.ts';
