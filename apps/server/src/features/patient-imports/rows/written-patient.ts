import { COVERAGE_FIELDS } from '@portal/domain/patient-import/coverage';
import type { FoundChange, UpdateField, UpdateValues } from '@portal/domain/patient-import/updates';
import type { AuditEntryInput } from '#audit/audit-entry.ts';
import type { Db } from '#db/database.ts';
import { patientKeys, type PatientRecordRow } from '#features/patients/index.ts';
import { addActivity } from '#live/activity-store.ts';
import { valuesOf } from './known-patients.ts';
import type { WrittenPatient } from './update-repo.ts';

/** An SSN to write, encrypted, with its keyed hash. */
export interface WrittenSsn {
  readonly ssn: Buffer | null;
  readonly ssn_index: Buffer | null;
}

/** A patient with some values replaced. Without `ssn`, the SSN stays. */
export function writtenPatient(
  row: PatientRecordRow,
  changed: readonly (readonly [field: UpdateField, value: string | null])[],
  ssn: WrittenSsn | undefined,
): WrittenPatient {
  const { firstName, lastName, gender, phone, ...values } = withoutBlanks({
    ...valuesOf(row),
    ...Object.fromEntries(changed),
  });
  const names = { firstName: firstName ?? row.first_name, lastName: lastName ?? row.last_name };
  const coverage = COVERAGE_FIELDS.flatMap((field) =>
    values[field] === undefined ? [] : [[field, values[field]] as const],
  );
  return {
    id: row.id,
    version: row.version,
    first_name: names.firstName,
    last_name: names.lastName,
    gender: gender ?? null,
    address: values.address ?? null,
    city: values.city ?? null,
    state: values.state ?? null,
    zip_code: values.zipCode ?? null,
    phone: phone ?? null,
    email: values.email ?? null,
    insurance_provider: values.insuranceProvider ?? null,
    insurance_policy_number: values.insurancePolicyNumber ?? null,
    former_coverage: coverage.length === 0 ? null : Object.fromEntries(coverage),
    ...patientKeys({
      ...names,
      phone: phone ?? null,
      medicalRecordNumber: row.medical_record_number,
      formerMrn: row.former_mrn,
    }),
    sets_ssn: ssn !== undefined,
    ssn: ssn?.ssn?.toString('base64') ?? null,
    ssn_index: ssn?.ssn_index?.toString('base64') ?? null,
  };
}

const withoutBlanks = (values: UpdateValues): { readonly [F in UpdateField]?: string } =>
  Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) =>
      value === null || value === undefined ? [] : [[field, value] as const],
    ),
  );

/** The audit entry of a patient whose values an import has changed or, when it is undone, restored. */
export const updateEntry = (
  importId: string,
  patientId: string,
  changes: readonly FoundChange[],
  isUndone = false,
): AuditEntryInput => {
  const from = Object.fromEntries(changes.map(({ field, now }) => [field, now]));
  const to = Object.fromEntries(changes.map(({ field, next }) => [field, next]));
  return {
    action: 'Updated',
    entityType: 'Patient',
    entityId: patientId,
    patientId,
    oldValues: isUndone ? to : from,
    newValues: { ...(isUndone ? from : to), importId },
  };
};

/**
 * Tells open pages and webhooks that patients were updated: one activity for all of a batch, because every process reads each and sends
 * it to every open page.
 */
export const addUpdateActivity = (tx: Db, now: Date, actorId: string | null): Promise<void> =>
  addActivity(
    tx,
    {
      event: 'patient.updated',
      description: 'Patients were updated by an import or its undo',
      icon: 'LocalHospital',
      color: 'info',
      entityType: 'Patient',
      entityId: null,
      requiredPermission: 'Patient.View',
    },
    now,
    actorId,
  );
