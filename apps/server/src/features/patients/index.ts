export { familyStretches, inOtherNames, isNameWord, mayHaveNames, stretchRows } from './family-names.ts';
export { countPatients } from './patient-counts.ts';
export { patientKeys, ssnColumns, takePatientNumbers } from './patient-record.ts';
export { patientOf, requirePatient } from './patient-ref.ts';
export { canMatch, patientConditions, searchConditions } from './patient-search-conditions.ts';
export { SAMPLE_ROWS, samplePatients, SMALL_PRACTICE, surelyMoreThan } from './search-sample.ts';
