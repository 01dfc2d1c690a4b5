import type { Patient, PatientRow } from '@portal/contract/patients';
import { FULLY_MASKED_SSN, formatSsn, maskSsn } from '@portal/domain/ssn';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { readSsn } from './patient-record.ts';
import type { PatientListRow, PatientRecordRow } from './patient-repo.ts';

/** A row of the patient list, without the SSN, not even masked, with the alerts that count today (YYYY-MM-DD). */
export function presentRow({ createdAt, alerts, ...row }: PatientListRow, today: string): PatientRow {
  const texts = (alerts ?? []).flatMap(({ text, endsOn }) =>
    endsOn === null || endsOn >= today ? [text] : [],
  );
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    ...(texts.length === 0 ? {} : { alerts: texts }),
  };
}

/** A full patient record. The SSN is masked to its last four digits, or completely without Patient.ViewSsn. */
export const presentPatient = (
  context: SignedInContext,
  { createdAt, ssn, ...row }: PatientRecordRow,
  { fullSsn = false } = {},
): Patient => ({
  ...row,
  createdAt: createdAt.toISOString(),
  socialSecurityNumber: ssn === null ? null : presentSsn(context, row.id, ssn, fullSsn),
});

/** Decrypts the SSN only for callers who may see it, so that responses to others cannot depend on it. */
function presentSsn(context: SignedInContext, patientId: string, stored: Buffer, full: boolean): string {
  if (!hasPermission(context, 'Patient.ViewSsn')) return FULLY_MASKED_SSN;
  const digits = readSsn(context.deps.keys, patientId, stored);
  return full ? formatSsn(digits) : maskSsn(digits.slice(-4));
}
