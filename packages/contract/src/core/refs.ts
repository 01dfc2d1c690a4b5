import { z } from 'zod';
import { id } from './fields.ts';

/** A patient as other records show one: name and MRN. */
export const patientRef = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  medicalRecordNumber: z.string(),
});
export type PatientRef = z.output<typeof patientRef>;

/** A user as other records show one. */
export const userRef = z.object({ id, firstName: z.string(), lastName: z.string() });
export type UserRef = z.output<typeof userRef>;
