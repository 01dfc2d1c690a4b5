import { COMPLIANCE_STATUSES, isPillsPerDay, MAX_PILLS, MAX_PILLS_PER_DAY } from '@portal/domain/pill-count';
import { z } from 'zod';
import { dateOnly, id, optionalLines, optionalText } from './core/fields.ts';
import { PILL_COUNT } from './core/health-records.ts';
import { listTotals, page, pageSize } from './core/list.ts';
import { patientRef, userRef } from './core/refs.ts';
import { acts, reads, removes } from './core/verbs.ts';

const PILLS_GIVEN = 'Please enter the number of pills given';
const PILLS_CARRIED_OVER = 'Pills carried over must be 0 or more';
const PILLS_PER_DAY = 'Please enter pills per day';
const PILLS_REMAINING = 'Please enter the number of pills remaining';

/** The calculator's fields without the patient. The server also rejects dates after the practice's current date. */
export const pillCountFields = {
  prescriptionDate: z
    .string({ error: 'Please select the prescription date' })
    .min(1, { error: 'Please select the prescription date', abort: true })
    .pipe(dateOnly('Prescription date'))
    .refine((text) => text >= '1990-01-01', 'The prescription date must be 01/01/1990 or later'),
  pillsGiven: z
    .number({ error: PILLS_GIVEN })
    .gt(0, { error: PILLS_GIVEN, abort: true })
    .refine(Number.isInteger, 'Pills given must be a whole number')
    .max(MAX_PILLS, `Pills given can be at most ${MAX_PILLS.toLocaleString('en-US')}`),
  pillsCarriedOver: z
    .number({ error: PILLS_CARRIED_OVER })
    .min(0, { error: PILLS_CARRIED_OVER, abort: true })
    .refine(Number.isInteger, 'Pills carried over must be a whole number')
    .max(MAX_PILLS, `Pills carried over can be at most ${MAX_PILLS.toLocaleString('en-US')}`),
  pillsPerDay: z
    .number({ error: PILLS_PER_DAY })
    .gt(0, { error: PILLS_PER_DAY, abort: true })
    .refine(isPillsPerDay, 'Pills per day must be at least 0.1, in steps of 0.1')
    .max(MAX_PILLS_PER_DAY, `Pills per day can be at most ${MAX_PILLS_PER_DAY}`),
  pillsRemaining: z
    .number({ error: PILLS_REMAINING })
    .min(0, { error: PILLS_REMAINING, abort: true })
    .refine(Number.isInteger, 'Pills remaining must be a whole number')
    .max(MAX_PILLS, `Pills remaining can be at most ${MAX_PILLS.toLocaleString('en-US')}`),
  prescriptionName: optionalText('Prescription name', 200),
  notes: optionalLines('Notes', 2000),
};
/** Validation message for a prescription date in the future. */
export const FUTURE_PRESCRIPTION = 'The prescription date cannot be in the future';

export const pillCountBody = z.strictObject({
  patientId: id,
  ...pillCountFields,
  pillsCarriedOver: pillCountFields.pillsCarriedOver.default(0),
  saveToHistory: z.boolean({ error: 'Save to history must be true or false' }).default(false),
});

const figures = {
  complianceStatus: z.enum(COMPLIANCE_STATUSES),
  complianceMessage: z.string(),
  daysSincePrescription: z.int(),
  expectedPillsUsed: z.number(),
  expectedPillsRemaining: z.number(),
  /** Pills left from an earlier fill when this one started. */
  pillsCarriedOver: z.int(),
  pillsRemaining: z.int(),
  /** In days, unrounded. */
  variance: z.number(),
  overUnderText: z.string(),
  /** Null on day 0 and when `isCarryOver`. */
  averageDailyUse: z.number().nullable(),
  /** True if more pills remain than were given and carried over. */
  isCarryOver: z.boolean(),
  calculatedAt: z.string(),
};

/** A calculated result. `id` is the saved count, or null if it was not saved. */
export const pillCountResult = z.object({ ...figures, id: id.nullable() });
export type PillCountResult = z.output<typeof pillCountResult>;

/** A saved pill count. */
export const pillCount = z.object({
  ...figures,
  id,
  prescriptionName: z.string().nullable(),
  prescriptionDate: z.string(),
  pillsGiven: z.int(),
  pillsPerDay: z.number(),
  notes: z.string().nullable(),
  patient: patientRef,
  provider: userRef,
  providerName: z.string(),
});
export type PillCount = z.output<typeof pillCount>;

const shared = {
  tag: 'Pill Counts',
  guard: PILL_COUNT.viewers,
  healthData: true,
} as const;

export const pillCountCalculate = acts('/pillcount/calculate', shared, {
  record: PILL_COUNT,
  summary: 'Calculate compliance from a pill count; saveToHistory also saves it',
  body: pillCountBody,
  response: pillCountResult,
  audit: 'Created',
  creates: true,
  errors: ['IDEMPOTENCY_MISMATCH'],
});
export const pillCountHistory = reads('/pillcount/patient/:patientId', shared, {
  summary: 'List a patient’s saved pill counts, newest first',
  params: z.strictObject({ patientId: id }),
  query: z.strictObject({ page, pageSize }),
  response: z.object({ data: z.array(pillCount), ...listTotals }),
  audit: 'Accessed',
  errors: ['NOT_FOUND'],
});
export const pillCountGet = reads('/pillcount/:id', shared, {
  summary: 'Get a saved pill count',
  response: pillCount,
  audit: 'Viewed',
});
export const pillCountDelete = removes('/pillcount/:id', shared, {
  summary: 'Delete a saved pill count; allowed for its author and Admins',
});
