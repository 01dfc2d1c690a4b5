import type { Tx } from '#request/transaction.ts';
import type { ActivityInput } from '#live/activity-store.ts';

/** Tells the live feed: never who the patient is, only which record. */
export function announce(
  tx: Tx,
  patientId: string,
  description: string,
  color: ActivityInput['color'],
): void {
  tx.activity({
    description,
    icon: 'LocalHospital',
    color,
    entityType: 'Patient',
    entityId: patientId,
    requiredPermission: 'Patient.View',
  });
}
