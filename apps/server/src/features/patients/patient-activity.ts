import type { ActivityEvent } from '@portal/domain/activity-event';
import type { Tx } from '#request/transaction.ts';
import type { ActivityInput } from '#live/activity-store.ts';

/** Adds an activity about a patient to the live feed. It has the record's ID but never the patient's name. */
export function addPatientActivity(
  tx: Tx,
  patientId: string,
  event: ActivityEvent,
  description: string,
  color: ActivityInput['color'],
): void {
  tx.activity({
    event,
    description,
    icon: 'LocalHospital',
    color,
    entityType: 'Patient',
    entityId: patientId,
    requiredPermission: 'Patient.View',
  });
}
