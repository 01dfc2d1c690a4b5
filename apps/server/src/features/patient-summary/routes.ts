import { patientSummary } from '@portal/contract/patient-summary';
import type { Binder } from '#http/bind.ts';
import { readSummary } from './read-summary.ts';

/** Binds the summary of a patient. */
export function bindPatientSummary(binder: Binder): void {
  binder.bind(patientSummary, ({ params }, context) => readSummary(context, params.id));
}
