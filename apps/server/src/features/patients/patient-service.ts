import { type Patient, patientCreate, patientPrint, patientUpdate } from '@portal/contract/patients';
import { todayIn } from '@portal/domain/date';
import { changedValues, type AuditEntryInput } from '#audit/audit-entry.ts';
import { recordRead } from '#request/record-read.ts';
import { requireState } from '#request/state-setting.ts';
import { inTransaction } from '#request/transaction.ts';
import { AppError, fieldError, notFound } from '#platform/app-error.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { checkVersion } from '#request/versions.ts';
import { withChange } from '#request/with-change.ts';
import { operation } from '#http/operation.ts';
import { readSsn, ssnColumns } from './patient-record.ts';
import { addPatientActivity } from './patient-activity.ts';
import { planDeactivation, planDeath } from './patient-death.ts';
import {
  allocatePatientNumbers,
  findPatient,
  insertPatient,
  lockPatient,
  updatePatient,
  valuesOf,
  type PatientRecordRow,
} from './patient-repo.ts';
import { recordStatus } from './patient-status.ts';
import { presentPatient } from './patient-view.ts';

/**
 * Returns a patient. Holders of Patient.ViewSsn get the last four digits of the SSN, or the full number if they ask for it, which
 * adds a separate audit entry. Everyone else gets no digits. Throws NOT_FOUND.
 */
export function getPatient(
  context: SignedInContext,
  row: PatientRecordRow | undefined,
  { fullSsn }: { fullSsn: boolean },
): Promise<Patient> {
  return readPatient(context, row, 'Viewed', fullSsn);
}

/** Returns a patient for the print view, with the full SSN for holders of Patient.ViewSsn. Throws NOT_FOUND. */
export const printPatient = operation(patientPrint, async (context, { params: { id } }) =>
  readPatient(context, await findPatient(context.deps.db, id), 'Printed', true),
);

async function readPatient(
  context: SignedInContext,
  row: PatientRecordRow | undefined,
  action: 'Viewed' | 'Printed',
  wantsSsn: boolean,
): Promise<Patient> {
  if (row === undefined) throw notFound('Patient not found');
  const fullSsn = wantsSsn && hasPermission(context, 'Patient.ViewSsn');
  const { id } = row;
  const entry = { action, entityType: 'Patient', entityId: id, patientId: id } satisfies AuditEntryInput;
  await recordRead(
    context,
    entry,
    ...(fullSsn && row.ssn !== null ? [{ ...entry, newValues: { field: 'socialSecurityNumber' } }] : []),
  );
  return presentPatient(context, row, { fullSsn });
}

/** Creates a patient with a new medical record number. Throws VALIDATION for dates that cannot be, such as a birth in the future. */
export const createPatient = operation(patientCreate, async (context, { body }) => {
  const { socialSecurityNumber, ...sent } = body;
  validateBirthDate(context, sent.dateOfBirth);
  const fields = { ...sent, ...planDeath(context, sent) };
  requireState(context, fields.state);
  const { keys } = context.deps;
  return inTransaction(context, async (tx) => {
    const [numbers] = await allocatePatientNumbers(tx.db, 1);
    if (numbers === undefined) throw new Error('the database gave no medical record number');
    const ssn = ssnColumns(keys, numbers.id, socialSecurityNumber);
    const row = await insertPatient(tx.db, numbers, fields, ssn, context.now);
    tx.audit({
      action: 'Created',
      entityType: 'Patient',
      entityId: row.id,
      patientId: row.id,
      newValues: {
        medicalRecordNumber: row.medicalRecordNumber,
        ...fields,
        ...(socialSecurityNumber === null ? {} : { socialSecurityNumber: 'set' }),
      },
    });
    addPatientActivity(tx, row.id, 'patient.created', 'A patient was added', 'success');
    return presentPatient(context, row);
  });
});

/**
 * Updates a patient. Sending an SSN requires Patient.ViewSsn, because users who may not see the SSN must not change it or guess it by
 * trying. Throws NOT_FOUND, STALE, VALIDATION, FORBIDDEN.
 */
export const changePatient = operation(patientUpdate, async (context, { params: { id }, body }) => {
  const { version, socialSecurityNumber, deactivate, ...sent } = body;
  validateBirthDate(context, sent.dateOfBirth);
  return inTransaction(context, async (tx) => {
    const before = await lockPatient(tx.db, id);
    if (before === undefined) throw notFound('Patient not found');
    checkVersion(context, version, presentPatient(context, before));
    const fields = { ...withChange(valuesOf(before), sent), ...planDeath(context, sent, before) };
    requireState(context, fields.state, before.state);
    const deactivates = planDeactivation(context, before, { ...fields, deactivate });
    const ssnChange = planSsnChange(context, before, socialSecurityNumber);
    const row = await updatePatient(
      tx.db,
      before,
      fields,
      { ssn: ssnChange?.columns, deactivate: deactivates },
      context.now,
    );
    const values = changedValues(valuesOf(before), valuesOf(row));
    tx.audit({
      action: 'Updated',
      entityType: 'Patient',
      entityId: id,
      patientId: id,
      oldValues: { ...values.oldValues, ...ssnChange?.oldValues },
      newValues: { ...values.newValues, ...ssnChange?.newValues },
    });
    addPatientActivity(tx, id, 'patient.updated', 'A patient was updated', 'info');
    if (deactivates) recordStatus(tx, id, false, 'The patient is deceased.');
    return presentPatient(context, row);
  });
});

function validateBirthDate(context: SignedInContext, dateOfBirth: string): void {
  if (dateOfBirth <= todayIn(context.deps.config.practice.timeZone, context.now)) return;
  throw fieldError('dateOfBirth', 'Date of birth may not be later than today');
}

/** Columns and audit values of an SSN change; undefined if nothing changes. The audit never contains the number itself. */
function planSsnChange(context: SignedInContext, before: PatientRecordRow, sent: string | null | undefined) {
  const { keys } = context.deps;
  if (sent === undefined || (sent === null && before.ssn === null)) return undefined;
  if (!hasPermission(context, 'Patient.ViewSsn')) {
    const message = 'You do not have permission to change the social security number';
    throw new AppError('FORBIDDEN', { message, errors: { socialSecurityNumber: [message] } });
  }
  if (before.ssn !== null && readSsn(keys, before.id, before.ssn) === sent) return undefined;
  return {
    columns: ssnColumns(keys, before.id, sent),
    oldValues: { socialSecurityNumber: before.ssn === null ? null : 'set' },
    newValues: { socialSecurityNumber: sent === null ? null : before.ssn === null ? 'set' : 'changed' },
  };
}
