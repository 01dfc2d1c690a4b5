import {
  FIRST_ORDER_DATE,
  listForeignDetails,
  MAX_PROCEDURE_PARTS,
  ORDER_CONTRASTS,
  ORDER_SIDES,
  ORDER_TYPES,
  type OrderKind,
  type TypeDetail,
  type TypeDetails,
} from '@portal/domain/order';
import { NEXT_STATUSES, ORDER_STATUSES } from '@portal/domain/order-status';
import { PRIORITIES } from '@portal/domain/priority';
import { z } from 'zod';
import { ageCounts } from './core/age-counts.ts';
import { bulkPreview, bulkRecords, bulkResult } from './core/bulk.ts';
import { changeOf } from './core/change.ts';
import { also, permission, roles } from './core/endpoint.ts';
import {
  dateOnly,
  id,
  isoDay,
  optionalLines,
  optionalText,
  printed,
  queryFlag,
  reason,
  requiredText,
  version,
} from './core/fields.ts';
import { csvFile, pdfFile } from './core/file.ts';
import { ORDER } from './core/health-records.ts';
import { listQuery, listTotals, search } from './core/list.ts';
import { patientRef, userRef } from './core/refs.ts';
import { acts, changes, creates, reads, removes } from './core/verbs.ts';

/** Orders of the same day are sorted by when they were created. */
export const ORDER_SORT_KEYS = ['orderDate'] as const;
export type OrderSortKey = (typeof ORDER_SORT_KEYS)[number];

/** An order as lists show it. Dates are YYYY-MM-DD, `createdAt` is ISO 8601. */
export const orderRow = z.object({
  id,
  orderNumber: z.string(),
  type: z.enum(ORDER_TYPES),
  /** Whether an order of type Other is a procedure: notes can be started from it. */
  isProcedure: z.boolean(),
  patient: patientRef,
  diagnosis: z.string(),
  orderDate: z.string(),
  status: z.enum(ORDER_STATUSES),
  priority: z.enum(PRIORITIES),
  isStat: z.boolean(),
  /** The ordering provider. */
  orderedByUser: userRef,
  createdAt: z.string(),
  version: z.int(),
});
export type OrderRow = z.output<typeof orderRow>;

/** One status change in the history of an order. `fromStatus` is null for its creation. */
export const orderStep = z.object({
  id,
  fromStatus: z.enum(ORDER_STATUSES).nullable(),
  toStatus: z.enum(ORDER_STATUSES),
  changedAt: z.string(),
  changedByUser: userRef,
  /** The note on a status change, or the cancellation reason. */
  note: z.string().nullable(),
});
export type OrderStep = z.output<typeof orderStep>;

/** A full order with its status history, oldest first. */
export const order = orderRow.extend({
  bodyPart: z.string().nullable(),
  side: z.enum(ORDER_SIDES).nullable(),
  contrast: z.enum(ORDER_CONTRASTS).nullable(),
  specialist: z.string().nullable(),
  /** Of a procedure: levels or joints, billing codes, and the office where it takes place; its name only if everyone may see the office. */
  levels: z.array(z.string()),
  codes: z.array(z.string()),
  locationId: id.nullable(),
  locationName: z.string().nullable(),
  instructions: z.string().nullable(),
  createdByUser: userRef,
  updatedAt: z.string(),
  history: z.array(orderStep),
});
export type Order = z.output<typeof order>;

const optionalEnum = <const V extends readonly [string, ...string[]]>(values: V, message: string) =>
  z
    .union([z.literal(''), z.enum(values, { error: message })], { error: message })
    .nullish()
    .transform((text) => (text === '' || text === undefined ? null : text));

/** A required id, chosen from a list. */
const requiredId = (label: string, unknown: string) =>
  z
    .string({ error: `${label} is required` })
    .min(1, { error: `${label} is required`, abort: true })
    .toLowerCase()
    .pipe(z.uuid({ error: unknown }));

/** An optional id, chosen from a list. */
const optionalId = (unknown: string) =>
  z
    .union([z.literal(''), z.string().toLowerCase().pipe(z.uuid())], { error: unknown })
    .nullish()
    .transform((text) => text || null);

/** Texts without repetitions, whatever their case. */
const distinctTexts = (label: string, text: z.ZodType<string, string>) =>
  z
    .array(text, { error: `${label} must be a list` })
    .max(MAX_PROCEDURE_PARTS, `An order can have at most ${MAX_PROCEDURE_PARTS} ${label.toLowerCase()}`)
    .transform((texts) =>
      texts.filter((one, at) => texts.findIndex((each) => each.toLowerCase() === one.toLowerCase()) === at),
    )
    .default([]);

/** The fields of an order. The server also rejects order dates after the practice's current date. */
export const orderFields = {
  patientId: requiredId('Patient', 'This patient does not exist'),
  type: z.enum(ORDER_TYPES, { error: 'Type is required' }),
  diagnosis: printed(requiredText('Diagnosis', 300)),
  orderDate: dateOnly('Order date').refine(
    (text) => text >= FIRST_ORDER_DATE,
    'Order date must be 01/01/2000 or later',
  ),
  priority: z
    .enum(PRIORITIES, { error: `Priority must be one of: ${PRIORITIES.join(', ')}` })
    .default('Normal'),
  isStat: z.boolean({ error: 'STAT must be true or false' }).default(false),
  orderedByUserId: requiredId('Ordering provider', 'This provider does not exist'),
  bodyPart: printed(optionalText('Body part', 100)),
  side: optionalEnum(ORDER_SIDES, 'Side must be Left, Right or Bilateral'),
  contrast: optionalEnum(ORDER_CONTRASTS, 'Contrast must be Without, With or WithAndWithout'),
  specialist: printed(optionalText('Specialist', 150)),
  isProcedure: z.boolean({ error: 'Procedure must be true or false' }).default(false),
  levels: distinctTexts('Levels', printed(requiredText('Level', 60))),
  codes: distinctTexts(
    'Codes',
    requiredText('Code', 20).transform((code) => code.toUpperCase()),
  ),
  locationId: optionalId('This office does not exist'),
  instructions: printed(optionalLines('Instructions', 2000)),
};
const FOREIGN_MESSAGES: Readonly<Record<TypeDetail, string>> = {
  bodyPart: 'Only imaging orders have a body part',
  side: 'Only imaging orders and procedures have a side',
  contrast: 'Only imaging orders have contrast',
  specialist: 'Only referrals have a specialist',
  levels: 'Only procedures have levels',
  codes: 'Only procedures have codes',
  locationId: 'Only procedures have a place',
};
/** The messages for filled-in fields that the type does not have. */
export const foreignDetailErrors = (fields: TypeDetails & OrderKind): Record<string, string[]> => ({
  ...(fields.isProcedure &&
    fields.type !== 'Other' && { isProcedure: ['Only orders of the type Other can be procedures'] }),
  ...Object.fromEntries(listForeignDetails(fields, fields).map((name) => [name, [FOREIGN_MESSAGES[name]]])),
});

export const orderCreateBody = z.strictObject(orderFields).superRefine((fields, context) => {
  for (const [name, [message]] of Object.entries(foreignDetailErrors(fields)))
    context.addIssue({ code: 'custom', path: [name], message });
});
/** The patient cannot be changed; a different `patientId` is rejected. The server rejects details that the resulting order cannot have. */
export const orderUpdateBody = z.strictObject({
  ...changeOf(orderFields),
  patientId: id.optional(),
  version,
});

const statusFields = {
  status: z.enum(NEXT_STATUSES, { error: `Status must be one of: ${NEXT_STATUSES.join(', ')}` }),
  note: optionalLines('Note', 500),
};
/** Advancing requires Order.Edit, cancelling Order.Cancel. */
export const orderBulkBody = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('status'), ...statusFields, records: bulkRecords }),
  z.strictObject({ action: z.literal('cancel'), reason, records: bulkRecords }),
]);

const filter = <const V extends readonly [string, ...string[]]>(label: string, values: V) =>
  z
    .union([z.literal(''), z.enum(values)], { error: `${label} must be one of: ${values.join(', ')}` })
    .optional()
    .transform((text) => (text === '' ? undefined : text));

const tag = 'Orders';
const health = { tag, healthData: true } as const;

const filters = {
  search,
  status: filter('Status', ORDER_STATUSES),
  type: filter('Type', ORDER_TYPES),
  startDate: isoDay('Start date'),
  endDate: isoDay('End date'),
  patientId: id.optional(),
  includeCancelled: queryFlag,
  /** Only orders that are neither completed nor cancelled. */
  open: queryFlag,
};
export const orderList = reads('/medicalorder', health, {
  summary: 'List or search orders by date, open STAT orders first; cancelled orders are excluded by default',
  guard: permission('Order.View'),
  query: z.strictObject({ ...listQuery(ORDER_SORT_KEYS), ...filters }),
  response: z.object({ data: z.array(orderRow), ...listTotals }),
  audit: 'Accessed',
});
export const orderExport = acts('/medicalorder/export', health, {
  summary: 'Export all matching orders as CSV, newest first',
  guard: also(roles('Admin'), 'Order.View'),
  body: z.strictObject(filters),
  ...csvFile,
  audit: 'Exported',
});
export const orderAges = reads('/medicalorder/ages', {
  tag,
  healthData: false,
  summary: 'Count open orders by their date',
  guard: permission('Order.View'),
  response: ageCounts,
  audit: null,
  background: true,
});
export const orderGet = reads('/medicalorder/:id', health, {
  summary: 'Get an order with its history',
  guard: permission('Order.View'),
  response: order,
  audit: 'Viewed',
  background: true,
});
export const orderCreate = creates('/medicalorder', health, {
  record: ORDER,
  summary: 'Create an order; the server assigns its number',
  guard: permission('Order.Create'),
  body: orderCreateBody,
  response: order,
});
export const orderUpdate = changes('/medicalorder/:id', health, {
  record: ORDER,
  summary: 'Update an order that is not completed or cancelled',
  guard: permission('Order.Edit'),
  body: orderUpdateBody,
  response: order,
  errors: ['STALE', 'CONFLICT'],
});
export const orderStatusChange = acts('/medicalorder/:id/status', health, {
  record: ORDER,
  summary: 'Advance an order’s status; steps may be skipped',
  guard: permission('Order.Edit'),
  body: z.strictObject({ ...statusFields, version }),
  response: order,
  audit: 'Updated',
  errors: ['STALE', 'CONFLICT'],
});
export const orderCancel = removes('/medicalorder/:id', health, {
  record: ORDER,
  summary: 'Cancel an order that is not completed, with a reason',
  guard: permission('Order.Cancel'),
  body: z.strictObject({ reason, version }, { error: 'Reason is required' }),
  response: order,
  errors: ['STALE', 'CONFLICT'],
});
const bulk = {
  ...health,
  guard: permission('Order.Edit', 'Order.Cancel'),
  body: orderBulkBody,
  errors: ['NOT_FOUND', 'STALE', 'CONFLICT'],
} as const;
export const orderBulk = acts('/medicalorder/bulk', bulk, {
  record: ORDER,
  summary: 'Advance or cancel orders, all or none; cancelling requires Order.Cancel',
  response: bulkResult,
  audit: 'Updated',
});
export const orderBulkPreview = acts('/medicalorder/bulk/preview', bulk, {
  summary: 'Preview a bulk action on orders',
  response: bulkPreview,
  audit: 'Accessed',
});
export const orderPrint = acts('/medicalorder/:id/print', health, {
  summary: 'Print an order as a letter-size PDF',
  guard: permission('Order.View'),
  ...pdfFile,
  audit: 'Printed',
});
