import { CLOCKS } from '@portal/domain/clock';
import { CO_SIGNATURE_STATES } from '@portal/domain/dictation/co-signature';
import { z } from 'zod';
import { id } from './core/fields.ts';
import { userRef } from './core/refs.ts';

/** Header and footer of a signed dictation, and the practice's time zone and clock, as they were then. */
export const letterhead = z.object({
  headerHTML: z.string(),
  footerHTML: z.string(),
  /** Values of the location placeholders. */
  values: z.record(z.string(), z.string()),
  timeZone: z.string(),
  clock: z.enum(CLOCKS),
  /** The practice's logo (`practiceLogo.id`), if it had one. */
  logo: z.string().optional(),
});
export type Letterhead = z.output<typeof letterhead>;

/** The printed sections of a dictation. */
export const printedReport = z.object({
  sections: z.array(
    z.object({
      title: z.string(),
      entries: z.array(
        z.union([
          z.object({ kind: z.enum(['pair', 'paragraph', 'statement']), label: z.string(), text: z.string() }),
          z.object({
            kind: z.literal('table'),
            label: z.string(),
            /** The labels of the columns, and the texts of each row in their order. */
            columns: z.array(z.string()),
            rows: z.array(z.array(z.string())),
          }),
        ]),
      ),
    }),
  ),
  isOneSidedEntry: z.boolean(),
  /** Printed above the title, and instead of the template's name; absent for none. */
  heading: z.string().optional(),
  title: z.string().optional(),
});

/** What a signed dictation prints besides its other fields. */
export const signedPrint = z.object({
  /** When it was stored: at signing, or later for dictations signed before it was. */
  takenAt: z.string(),
  report: printedReport,
  /** Null until the first start after an update. */
  letterhead: letterhead.nullable(),
});
export type SignedPrint = z.output<typeof signedPrint>;

/** What a signed dictation in a list says of the co-signature that it needs. */
export const listedCoSignature = z.object({
  state: z.enum(CO_SIGNATURE_STATES),
  /** Who is asked; null for any physician. */
  supervisor: userRef.nullable(),
});

/** The co-signature that a signed dictation needs. */
export const coSignature = listedCoSignature.extend({
  requestedAt: z.string(),
  /** The last time that it was sent back, also after an addendum has answered it. */
  returned: z.object({ reason: z.string(), byUser: userRef, returnedAt: z.string() }).nullable(),
  /** Null until it is co-signed; name and title as of that time. */
  signature: z
    .object({
      userId: id,
      name: z.string(),
      title: z.string().nullable(),
      signedAt: z.string(),
      /** SHA-256 over the hash of the first signature, the addenda, the co-signer and the time, in hex. */
      contentHash: z.string(),
      /** How many addenda the co-signer saw. */
      addendumCount: z.int(),
    })
    .nullable(),
});
export type CoSignature = z.output<typeof coSignature>;

/** Current values that differ from those stored with the signature. Dates are YYYY-MM-DD. */
export const changedNames = z.object({
  templateName: z.string().optional(),
  patientName: z.string().optional(),
  patientMRN: z.string().optional(),
  patientDOB: z.string().optional(),
  patientGender: z.string().optional(),
  providerName: z.string().optional(),
});
export type ChangedNames = z.output<typeof changedNames>;
