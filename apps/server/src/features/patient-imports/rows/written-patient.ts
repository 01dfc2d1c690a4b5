import { COVERAGE_FIELDS } from '@portal/domain/patient-import/coverage';
import type { FoundChange, UpdateField } from '@portal/domain/patient-import/updates';
import type { AuditEntryInput } from '#audit/audit-entry.ts';
import type { Db } from '#db/database.ts';
import {
  patientColumns,
  type PatientFields,
  type PatientRecordRow,
  type SsnColumns,
} from '#features/patients/index.ts';
import { addActivity } from '#live/activity-store.ts';
import { hexOf } from './new-patients.ts';
import { REMOVED, type WrittenPatient } from './update-repo.ts';

/** A patient with some values replaced. Names stay if they would be blank; without `ssn`, the SSN stays. */
export function writtenPatient(
  row: PatientRecordRow,
  changed: readonly (readonly [field: UpdateField, value: string | null])[],
  ssn: SsnColumns | undefined,
): WrittenPatient {
  const values: Readonly<Record<string, string | null>> = Object.fromEntries(changed);
  const coverage = COVERAGE_FIELDS.flatMap((field) => {
    const value = Object.hasOwn(values, field) ? values[field] : row.formerCoverage?.[field];
    return value === null || value === undefined ? [] : [[field, value] as const];
  });
  const fields: PatientFields = {
    ...row,
    ...values,
    firstName: values.firstName ?? row.firstName,
    lastName: values.lastName ?? row.lastName,
  };
  return {
    id: row.id,
    version: row.version,
    ...patientColumns(fields, row),
    former_coverage: coverage.length === 0 ? null : Object.fromEntries(coverage),
    ...(ssn === undefined ? {} : writtenSsn(ssn)),
  };
}

function writtenSsn(columns: SsnColumns) {
  const { ssn, ssn_index } = hexOf(columns);
  return { ssn: ssn ?? REMOVED, ssn_index: ssn_index ?? REMOVED };
}

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
