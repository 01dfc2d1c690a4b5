import type { Patient } from '@portal/contract/patients';
import { inTransaction, type Tx } from '#db/transaction.ts';
import { notFound } from '#http/app-error.ts';
import type { SignedInContext } from '#http/context.ts';
import { announce } from './announce.ts';
import { findPatient, setActive } from './patient-repo.ts';
import { presentPatient } from './present.ts';

/** Deactivates a patient (spec 1 §4, §7: what the portal calls deleting). One that is inactive stays so. Throws NOT_FOUND. */
export function deactivatePatient(
  context: SignedInContext,
  id: string,
  reason: string | undefined,
): Promise<Patient> {
  return changeStatus(context, id, false, reason ?? null);
}

/** Makes a patient active again (decisions 43). One that is active stays so. Throws NOT_FOUND. */
export function reactivatePatient(context: SignedInContext, id: string, reason: string): Promise<Patient> {
  return changeStatus(context, id, true, reason);
}

function changeStatus(
  context: SignedInContext,
  id: string,
  isActive: boolean,
  reason: string | null,
): Promise<Patient> {
  return inTransaction(context, async (tx) => {
    const changed = await setActive(tx.db, id, isActive, context.now);
    const row = changed ?? (await findPatient(tx.db, id));
    if (row === undefined) throw notFound('Patient not found');
    audit(tx, id, isActive, reason, changed !== undefined);
    if (changed !== undefined)
      announce(
        tx,
        id,
        isActive ? 'A patient was reactivated' : 'A patient was deactivated',
        isActive ? 'success' : 'warning',
      );
    return presentPatient(context, row);
  });
}

/** An attempt that changed nothing is on record too, without values. */
function audit(tx: Tx, id: string, isActive: boolean, reason: string | null, changed: boolean): void {
  tx.audit({
    action: isActive ? 'Updated' : 'Deleted',
    entityType: 'Patient',
    entityId: id,
    patientId: id,
    reason,
    ...(changed ? { oldValues: { isActive: !isActive }, newValues: { isActive } } : {}),
  });
}
