import { COMPLIANCE_STATUSES, isPillsPerDay, MAX_PILLS, MAX_PILLS_PER_DAY } from '@portal/domain/pill-count';
import { z } from 'zod';
import { endpoint, roles } from './core/endpoint.ts';
import { dateOnly, id, idParams, optionalLines, optionalText } from './core/fields.ts';
import { listTotals, page, pageSize } from './core/list.ts';
import { patientRef, userRef } from './core/refs.ts';

const PILLS_GIVEN = 'Please enter the number of pills given';
const PILLS_CARRIED_OVER = 'Pills carried over must be 0 or more';
const PILLS_PER_DAY = 'Please enter pills per day';
const PILLS_REMAINING = 'Please enter the number of pills remaining';

/** The calculator's fields but the patient. That the date is not in the future is checked with the practice's today. */
export const pillCountFields = {
  prescriptionDate: z
    .string({ error: 'Please select the prescription date' })
    .min(1, { error: 'Please select the prescription date', abort: true })
    .pipe(dateOnly('Prescription date'))
    .refine((text) => text >= '1990-01-01', 'The prescription date must be after 01/01/1990'),
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
/** What the prescription date is refused with when it lies ahead. */
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
  /** Of an earlier fill, left when this one started. */
  pillsCarriedOver: z.int(),
  pillsRemaining: z.int(),
  /** In days, unrounded. */
  variance: z.number(),
  overUnderText: z.string(),
  /** Null on day 0 and when `isCarryOver`. */
  averageDailyUse: z.number().nullable(),
  /** More remain than were given and carried over together. */
  isCarryOver: z.boolean(),
  calculatedAt: z.string(),
};

/** The result card; the id of what was saved. */
export const pillCountResult = z.object({ ...figures, id: id.nullable() });
export type PillCountResult = z.output<typeof pillCountResult>;

/** A saved count. */
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
  guard: roles('ProviderPhysician', 'ProviderMidLevel', 'Admin'),
  healthData: true,
} as const;

export const pillCountCalculate = endpoint({
  ...shared,
  method: 'POST',
  path: '/pillcount/calculate',
  summary: 'Compare a pill count with the prescription; with saveToHistory also keep it',
  body: pillCountBody,
  response: pillCountResult,
  audit: 'Created',
  creates: true,
  errors: ['IDEMPOTENCY_MISMATCH'],
});
export const pillCountHistory = endpoint({
  ...shared,
  method: 'GET',
  path: '/pillcount/patient/:patientId',
  summary: 'A patient’s saved counts, newest first',
  params: z.strictObject({ patientId: id }),
  query: z.strictObject({ page, pageSize }),
  response: z.object({ data: z.array(pillCount), ...listTotals }),
  audit: 'Accessed',
  errors: ['NOT_FOUND'],
});
export const pillCountGet = endpoint({
  ...shared,
  method: 'GET',
  path: '/pillcount/:id',
  summary: 'One saved count',
  params: idParams,
  response: pillCount,
  audit: 'Viewed',
  errors: ['NOT_FOUND'],
});
export const pillCountDelete = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/pillcount/:id',
  summary: 'Delete a saved count: its author or an Admin',
  params: idParams,
  response: z.undefined(),
  status: 204,
  audit: 'Deleted',
  errors: ['NOT_FOUND'],
});
