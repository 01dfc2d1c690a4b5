import { type Patient, patientDeactivate, patientReactivate } from '@portal/contract/patients';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { conflict, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { addPatientActivity } from './patient-activity.ts';
import { findPatient, setActive } from './patient-repo.ts';
import { presentPatient } from './patient-view.ts';

/** Deactivates a patient. Throws NOT_FOUND, and CONFLICT if already inactive. */
export const deactivatePatient = operation(patientDeactivate, (context, { params: { id }, body }) => {
  const reason = body.reason;
  return changeStatus(context, id, false, reason);
});

/** Reactivates a patient. Throws NOT_FOUND, and CONFLICT if already active. */
export const reactivatePatient = operation(patientReactivate, (context, { params: { id }, body }) => {
  const reason = body.reason;
  return changeStatus(context, id, true, reason);
});

function changeStatus(
  context: SignedInContext,
  id: string,
  isActive: boolean,
  reason: string,
): Promise<Patient> {
  return inTransaction(context, async (tx) => {
    const changed = await setActive(tx.db, id, isActive, context.now);
    if (changed === undefined) {
      const patient = await findPatient(tx.db, id);
      if (patient === undefined) throw notFound('Patient not found');
      throw conflict(`This patient is already ${isActive ? 'active' : 'inactive'}.`);
    }
    recordStatus(tx, id, isActive, reason);
    return presentPatient(context, changed);
  });
}

/** Records that a patient became active or inactive. */
export function recordStatus(tx: Tx, id: string, isActive: boolean, reason: string): void {
  tx.audit({
    action: isActive ? 'Updated' : 'Deleted',
    entityType: 'Patient',
    entityId: id,
    patientId: id,
    reason,
    oldValues: { isActive: !isActive },
    newValues: { isActive },
  });
  addPatientActivity(
    tx,
    id,
    isActive ? 'patient.reactivated' : 'patient.deactivated',
    isActive ? 'A patient was reactivated' : 'A patient was deactivated',
    isActive ? 'success' : 'warning',
  );
}
