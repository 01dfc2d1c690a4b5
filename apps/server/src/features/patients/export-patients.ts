import { patientExport } from '@portal/contract/patients';
import { formatDateUs, isDateOnly } from '@portal/domain/date';
import { COVERAGE_FIELDS, type CoverageField } from '@portal/domain/patient-import/coverage';
import { parsePatientSearch } from '@portal/domain/patient-search';
import { formatPhone } from '@portal/domain/phone';
import { exportList } from '#request/export-list.ts';
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

function coverageCell({ former_coverage: coverage }: PatientExportRow, field: CoverageField) {
  const value = coverage?.[field];
  return value !== undefined && isDateOnly(value) ? formatDateUs(value) : value;
}

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
      MRN: (row) => row.medical_record_number,
      'Former MRN': (row) => row.former_mrn,
      'Last Name': (row) => row.last_name,
      'First Name': (row) => row.first_name,
      'Date of Birth': (row) => formatDateUs(row.date_of_birth),
      Gender: (row) => row.gender,
      Phone: (row) => formatPhone(row.phone),
      Email: (row) => row.email,
      Address: (row) => row.address,
      City: (row) => row.city,
      State: (row) => row.state,
      ZIP: (row) => row.zip_code,
      Insurance: (row) => row.insurance_provider,
      'Insurance Policy Number': (row) => row.insurance_policy_number,
      ...Object.fromEntries(
        COVERAGE_FIELDS.map((field) => [COVERAGE_COLUMNS[field], (row) => coverageCell(row, field)]),
      ),
      Status: (row) => (row.is_active ? 'Active' : 'Inactive'),
      Deceased: (row) => (row.is_deceased ? 'Yes' : null),
      'Date of Death': (row) => (row.date_of_death === null ? null : formatDateUs(row.date_of_death)),
    },
  });
});
