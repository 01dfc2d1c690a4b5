import { CHARGE_CSV_COLUMNS, CHARGE_STATUSES, ENTRY_STATES } from '@portal/domain/charges';
import { ORDER_TYPES } from '@portal/domain/order';
import { BILLING_OPTIONS } from '@portal/domain/template/billing-option';
import { z } from 'zod';
import { bulkPreview, bulkRecords, bulkResult } from './core/bulk.ts';
import { also, roles } from './core/endpoint.ts';
import { id, isoDay, requiredText, version } from './core/fields.ts';
import { csvFile, pdfFile } from './core/file.ts';
import { CHARGE } from './core/health-records.ts';
import { page, pageSize } from './core/list.ts';
import { patientRef, userRef } from './core/refs.ts';
import { dictationCode } from './dictation-lines.ts';
import { dictationStatus } from './dictations.ts';
import { changedNames } from './signed-print.ts';
import { acts, changes, reads } from './core/verbs.ts';

/** Maximum length of the name of a batch. */
export const MAX_BATCH_NAME = 60;
/** Maximum number of notes on a day sheet. */
export const MAX_SHEET_NOTES = 2000;
/** Maximum number of records in each list of the check. */
export const MAX_CHECK_ROWS = 200;

const noteFields = {
  /** The ID of the dictation. */
  id,
  procedureDate: z.string(),
  patient: patientRef,
  providerId: id,
  providerName: z.string(),
  locationId: id,
  /** The location as printed. */
  locationName: z.string(),
  templateName: z.string(),
  status: dictationStatus,
  /** What has a different value since the signature, whose names are listed; null for nothing. */
  now: changedNames.nullable(),
};

/** When a note was entered in billing, by whom, and in which batch. */
export const chargeEntry = z.object({
  batchId: id,
  batchName: z.string(),
  enteredAt: z.string(),
  enteredByUser: userRef,
});
export type ChargeEntry = z.output<typeof chargeEntry>;

/** A note with the lines to bill. A no-show has no procedure lines. */
export const chargeRow = z.object({
  ...noteFields,
  patientDOB: z.string(),
  billingOption: z.enum(BILLING_OPTIONS),
  signedAt: z.string().nullable(),
  addendumCount: z.int(),
  /** `changed` if an addendum was added after the note was entered. */
  entryState: z.enum(ENTRY_STATES),
  /** The latest entry; null if the note is not entered. */
  entry: chargeEntry.nullable(),
  /** Another signed note of the patient has one of its procedure codes on the same date. */
  isDuplicate: z.boolean(),
  /** It is signed and counts, but a co-signature that it needs is missing. */
  awaitsCoSignature: z.boolean(),
  lines: z.array(dictationCode),
  /** Changes when an addendum is added. */
  version: z.int(),
});
export type ChargeRow = z.output<typeof chargeRow>;

/** Lines and units of a procedure code. */
export const codeTotal = z.object({
  code: z.string(),
  description: z.string(),
  lines: z.int(),
  units: z.int(),
});

/** Totals of a list: notes of each work list in the range, and lines and units of the current one. */
export const chargeSummary = z.object({
  /** All notes of the range. */
  notes: z.int(),
  statuses: z.record(z.enum(CHARGE_STATUSES), z.int()),
  codes: z.array(codeTotal),
  /** All procedure lines and their units. */
  lines: z.int(),
  units: z.int(),
});
export type ChargeSummary = z.output<typeof chargeSummary>;

/** A note on a day when its provider has no timecard. */
export const checkedNote = z.object(noteFields);
export type CheckedNote = z.output<typeof checkedNote>;

/** A completed order without a note. */
export const checkedOrder = z.object({
  id,
  orderNumber: z.string(),
  type: z.enum(ORDER_TYPES),
  isProcedure: z.boolean(),
  patient: patientRef,
  orderedByUser: userRef,
  completedDate: z.string(),
  /** The last day for a note. */
  dueDate: z.string(),
});
export type CheckedOrder = z.output<typeof checkedOrder>;

const batchName = requiredText('Batch name', MAX_BATCH_NAME);
const enterBody = (action: 'enter' | 'enterAgain') =>
  z.strictObject({ action: z.literal(action), batchName, records: bulkRecords });
/** Enters notes in billing, enters changed notes again, or undoes entries: those of a whole batch, or the latest ones of notes. */
export const chargeBatchBody = z.discriminatedUnion('action', [
  enterBody('enter'),
  enterBody('enterAgain'),
  z
    .strictObject({ action: z.literal('undo'), batchId: id.optional(), records: bulkRecords.optional() })
    .refine(({ batchId, records }) => (batchId === undefined) !== (records === undefined), {
      error: 'Choose a batch or notes to undo',
    }),
]);

/** The columns of the CSV file in order. Columns that are not listed are hidden. */
export const csvColumns = z
  .array(z.enum(CHARGE_CSV_COLUMNS, { error: 'Unknown column' }))
  .min(1, 'Show at least one column')
  .refine((columns) => new Set(columns).size === columns.length, 'Each column can be listed only once');
export const csvColumnsSetting = z.object({ columns: csvColumns, version: z.int() });

const range = {
  /** Defaults to the last 7 days. */
  startDate: isoDay('Start date'),
  endDate: isoDay('End date'),
  providerId: id.optional(),
  locationId: id.optional(),
};
const filters = {
  ...range,
  /** Only notes with a line to bill of this code. */
  code: z.string().trim().max(20, 'A code can have at most 20 characters').optional(),
  status: z
    .union([z.literal(''), z.enum(CHARGE_STATUSES)], {
      error: `Status must be one of: ${CHARGE_STATUSES.join(', ')}`,
    })
    .optional()
    .transform((text) => (text === '' ? undefined : text)),
};

/** A number of notes. */
const counted = z.object({ notes: z.int() });
/** The most codes of `chargeTotals`. */
export const TOP_CODES = 10;

const tag = 'Charges';
const read = {
  tag,
  guard: also(roles('Admin', 'ProviderPhysician', 'ProviderMidLevel'), 'Dictation.View'),
  healthData: true,
} as const;
const admin = { tag, guard: also(roles('Admin'), 'Dictation.View') } as const;

export const chargeList = reads('/charges', read, {
  summary:
    'List notes with the lines to bill, by procedure date, of up to 366 days; providers see their own notes',
  query: z.strictObject({ page, pageSize, ...filters }),
  response: z.object({ data: z.array(chargeRow), totalCount: z.int(), summary: chargeSummary }),
  audit: 'Accessed',
});
const counts = { tag, guard: read.guard, healthData: false, audit: null } as const;
export const chargeTotals = reads('/charges/totals', counts, {
  summary: 'Count the matching notes per procedure date, provider and most frequent procedure code',
  query: z.strictObject(filters),
  response: z.object({
    /** Only days with notes, in order. */
    days: z.array(counted.extend({ date: z.string() })),
    /** Most notes first, as the codes. */
    providers: z.array(counted.extend({ providerId: id, providerName: z.string() })),
    /** Codes of lines to bill, at most 10. */
    codes: z.array(counted.extend({ code: z.string(), description: z.string() })),
  }),
});
export const chargeUnsigned = reads('/charges/unsigned', counts, {
  summary: 'Count the notes that are not signed in time per procedure date; only days with such notes',
  query: z.strictObject(range),
  response: z.array(counted.extend({ date: z.string() })),
});
export const chargeCheck = reads('/charges/check', read, {
  summary:
    'List notes on days without a timecard of their provider, and completed orders without a note; orders also require Order.View',
  query: z.strictObject(range),
  response: z.object({
    notes: z.array(checkedNote),
    notesCount: z.int(),
    orders: z.array(checkedOrder),
    ordersCount: z.int(),
  }),
  audit: 'Accessed',
});
export const chargeExport = acts('/charges/export', read, {
  summary: 'Export the lines of all matching notes as CSV, in the practice’s columns',
  body: z.strictObject(filters),
  ...csvFile,
  audit: 'Exported',
});
export const chargeSheet = acts('/charges/day-sheet', read, {
  summary:
    'Create the day sheet of all matching notes as PDF: notes with lines and totals per day, provider and location',
  body: z.strictObject(filters),
  ...pdfFile,
  audit: 'Printed',
});
const batch = {
  ...admin,
  healthData: true,
  body: chargeBatchBody,
} as const;
export const chargeBatch = acts('/charges/batch', batch, {
  record: CHARGE,
  summary: 'Mark notes as entered in billing in a batch, or undo it, all or none',
  response: bulkResult.extend({ batchId: id }),
  audit: 'Updated',
  creates: true,
  errors: ['NOT_FOUND', 'STALE', 'CONFLICT', 'IDEMPOTENCY_MISMATCH'],
});
export const chargeBatchPreview = acts('/charges/batch/preview', batch, {
  summary: 'Preview marking notes as entered, or undoing it',
  response: bulkPreview,
  audit: 'Accessed',
  errors: ['NOT_FOUND', 'STALE', 'CONFLICT'],
});
export const chargeCsvColumns = reads('/charges/csv-columns', admin, {
  healthData: false,
  summary: 'Get the practice’s columns of the CSV file',
  response: csvColumnsSetting,
  audit: null,
});
export const chargeCsvColumnsUpdate = changes('/charges/csv-columns', admin, {
  healthData: false,
  summary: 'Set the practice’s columns of the CSV file and their order',
  body: z.strictObject({ columns: csvColumns, version }),
  response: csvColumnsSetting,
  errors: ['STALE'],
});
