import { z } from 'zod';
import { id } from './fields.ts';

/** A patient as shown in other records: name and MRN. */
export const patientRef = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  medicalRecordNumber: z.string(),
});
export type PatientRef = z.output<typeof patientRef>;

/** A user as shown in other records. */
export const userRef = z.object({ id, firstName: z.string(), lastName: z.string() });
export type UserRef = z.output<typeof userRef>;
