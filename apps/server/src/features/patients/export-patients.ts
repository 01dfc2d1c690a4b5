import { patientExport, patientRecord } from '@portal/contract/patients';
import { formatDateUs, isDateOnly } from '@portal/domain/date';
import { COVERAGE_FIELDS, type CoverageField } from '@portal/domain/patient-import/coverage';
import { parsePatientSearch } from '@portal/domain/patient-search';
import { exportList, fieldColumns } from '#request/export-list.ts';
import { operation } from '#http/operation.ts';
import { matchingPatients } from './search/list-repo.ts';
import { findExportRows, type PatientExportRow } from './patient-repo.ts';

/** Names that an import knows. */
const COVERAGE_COLUMNS: Readonly<Record<CoverageField, string>> = {
  groupNumber: 'Group Number',
  subscriberName: 'Subscriber',
  subscriberDateOfBirth: 'Subscriber Date of Birth',
  subscriberRelation: 'Relation to Subscriber',
  secondaryInsuranceProvider: 'Secondary Insurance',
  secondaryInsurancePolicyNumber: 'Secondary Insurance Policy Number',
};

function coverageCell({ formerCoverage: coverage }: PatientExportRow, field: CoverageField) {
  const value = coverage?.[field];
  return value !== undefined && isDateOnly(value) ? formatDateUs(value) : value;
}

const { isDeceased, dateOfDeath, ...fields } = patientRecord.fields;

/** Exports the matching patients with all that an import can read, without social security numbers. */
export const exportPatients = operation(patientExport, async (context, { body }) => {
  const { search, includeInactive } = body;
  const terms = parsePatientSearch(search);
  return exportList<PatientExportRow>(context, {
    name: 'patients',
    entityType: 'Patient',
    filter: { includeInactive, isSearch: terms.length > 0 },
    part: matchingPatients({ includeInactive }, terms),
    find: findExportRows,
    patientOf: (row) => row.id,
    columns: {
      MRN: (row) => row.medicalRecordNumber,
      'Former MRN': (row) => row.formerMrn,
      ...fieldColumns(fields, ['lastName', 'firstName', 'dateOfBirth', 'gender', 'phone', 'email']),
      ...Object.fromEntries(
        COVERAGE_FIELDS.map((field) => [COVERAGE_COLUMNS[field], (row) => coverageCell(row, field)]),
      ),
      Status: (row) => (row.isActive ? 'Active' : 'Inactive'),
      ...fieldColumns({ isDeceased, dateOfDeath }),
    },
  });
});
