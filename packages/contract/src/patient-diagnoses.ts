import { z } from 'zod';
import { billingCode } from './billing-codes.ts';
import { permission, type Guard } from './core/endpoint.ts';
import { id } from './core/fields.ts';
import { reads } from './core/verbs.ts';

/** Who may see the diagnoses of each kind of record. The server leaves out the others. */
export const DIAGNOSIS_GUARDS = {
  Dictation: permission('Dictation.View'),
  Order: permission('Order.View'),
} as const satisfies Record<string, Guard>;

/** Most diagnoses in a response. */
export const MOST_DIAGNOSES = 20;

/** A diagnosis of a patient, with the newest record that has it. */
export const patientDiagnosis = z.object({
  /** "M54.16 Radiculopathy, lumbar region", or as an order has it. */
  text: z.string(),
  /** The code as the catalog offers it; null if it offers none. */
  billingCode: billingCode
    .pick({ id: true, codeType: true, code: true, description: true, validFrom: true, validTo: true })
    .nullable(),
  source: z.object({
    kind: z.enum(['Dictation', 'Order']),
    id,
    /** The template of a note, or the number of an order. */
    name: z.string(),
    /** YYYY-MM-DD. */
    date: z.string(),
  }),
});
export type PatientDiagnosis = z.output<typeof patientDiagnosis>;

export const patientDiagnoses = reads('/patient/:id/diagnoses', {
  tag: 'Patients',
  healthData: true,
  summary: 'List the diagnoses of a patient’s signed notes and orders, each once, newest first',
  guard: permission('Dictation.View', 'Order.View'),
  response: z.array(patientDiagnosis),
  audit: 'Accessed',
});
