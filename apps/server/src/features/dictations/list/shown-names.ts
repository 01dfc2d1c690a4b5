import type { ChangedNames } from '@portal/contract/signed-print';
import { fullName, lastFirst } from '@portal/domain/person-name';

/** Columns of `signed_prints`, joined as `s`, that replace current names. Null for a dictation without them. */
export const PRINTED_NAMES = [
  's.template_name as printed_template_name',
  's.patient_first_name as printed_patient_first_name',
  's.patient_last_name as printed_patient_last_name',
  's.medical_record_number as printed_mrn',
  's.date_of_birth as printed_date_of_birth',
  's.gender as printed_gender',
  's.provider_first_name as printed_provider_first_name',
  's.provider_last_name as printed_provider_last_name',
] as const;

interface NameRow {
  readonly template_name: string;
  readonly patient_first_name: string;
  readonly patient_last_name: string;
  readonly medical_record_number: string;
  readonly date_of_birth: string;
  readonly gender: string | null;
  readonly provider_first_name: string;
  readonly provider_last_name: string;
  readonly printed_template_name: string | null;
  readonly printed_patient_first_name: string | null;
  readonly printed_patient_last_name: string | null;
  readonly printed_mrn: string | null;
  readonly printed_date_of_birth: string | null;
  readonly printed_gender: string | null;
  readonly printed_provider_first_name: string | null;
  readonly printed_provider_last_name: string | null;
}

/** The names that a dictation is shown and printed with. */
export interface ShownNames {
  readonly templateName: string;
  readonly patient: {
    readonly firstName: string;
    readonly lastName: string;
    readonly medicalRecordNumber: string;
  };
  readonly patientDOB: string;
  readonly patientGender: string;
  readonly provider: { readonly firstName: string; readonly lastName: string };
}

/** The names of a dictation: once signed, those stored with the signature, and which of them are different now. */
export function shownNames(row: NameRow): { readonly shown: ShownNames; readonly now: ChangedNames | null } {
  const current: ShownNames = {
    templateName: row.template_name,
    patient: {
      firstName: row.patient_first_name,
      lastName: row.patient_last_name,
      medicalRecordNumber: row.medical_record_number,
    },
    patientDOB: row.date_of_birth,
    patientGender: row.gender ?? '',
    provider: { firstName: row.provider_first_name, lastName: row.provider_last_name },
  };
  if (row.printed_template_name === null) return { shown: current, now: null };
  const shown: ShownNames = {
    templateName: row.printed_template_name,
    patient: {
      firstName: row.printed_patient_first_name ?? '',
      lastName: row.printed_patient_last_name ?? '',
      medicalRecordNumber: row.printed_mrn ?? '',
    },
    patientDOB: row.printed_date_of_birth ?? '',
    patientGender: row.printed_gender ?? '',
    provider: {
      firstName: row.printed_provider_first_name ?? '',
      lastName: row.printed_provider_last_name ?? '',
    },
  };
  const [before, after] = [textsOf(shown), textsOf(current)];
  const changed = Object.entries(after).filter(([name, text]) => before[name] !== text);
  return { shown, now: changed.length === 0 ? null : Object.fromEntries(changed) };
}

const textsOf = ({
  templateName,
  patient,
  patientDOB,
  patientGender,
  provider,
}: ShownNames): Record<string, string> & ChangedNames => ({
  templateName,
  patientName: lastFirst(patient),
  patientMRN: patient.medicalRecordNumber,
  patientDOB,
  patientGender,
  providerName: fullName(provider.firstName, provider.lastName),
});
