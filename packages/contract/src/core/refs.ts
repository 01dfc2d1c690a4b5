import { z } from 'zod';
import { id } from './fields.ts';

/** A patient as shown in other records: name and MRN, and whether they have died. */
export const patientRef = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  medicalRecordNumber: z.string(),
  /** Missing: alive. */
  isDeceased: z.boolean().optional(),
  /** YYYY-MM-DD, if it is known. */
  dateOfDeath: z.string().nullable().optional(),
});
export type PatientRef = z.output<typeof patientRef>;

/** A user as shown in other records. */
export const userRef = z.object({ id, firstName: z.string(), lastName: z.string() });
export type UserRef = z.output<typeof userRef>;
