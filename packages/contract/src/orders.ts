import {
  FIRST_ORDER_DATE,
  foreignDetails,
  ORDER_CONTRASTS,
  ORDER_SIDES,
  ORDER_TYPES,
  type OrderType,
  type TypeDetail,
  type TypeDetails,
} from '@portal/domain/order';
import { NEXT_STATUSES, ORDER_STATUSES } from '@portal/domain/order-status';
import { PRIORITIES } from '@portal/domain/priority';
import { z } from 'zod';
import { endpoint, permission } from './core/endpoint.ts';
import {
  dateOnly,
  id,
  idParams,
  isoDay,
  optionalLines,
  optionalText,
  queryFlag,
  reason,
  requiredText,
  version,
} from './core/fields.ts';
import { file } from './core/file.ts';
import { listQuery, listTotals } from './core/list.ts';
import { patientRef, userRef } from './core/refs.ts';

/** Ties of a day follow the order in which its orders were written. */
export const ORDER_SORT_KEYS = ['orderDate'] as const;
export type OrderSortKey = (typeof ORDER_SORT_KEYS)[number];

/** An order as lists show it. */
export const orderRow = z.object({
  id,
  orderNumber: z.string(),
  type: z.enum(ORDER_TYPES),
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

/** One step an order went; `fromStatus` is null where it was written. */
export const orderStep = z.object({
  id,
  fromStatus: z.enum(ORDER_STATUSES).nullable(),
  toStatus: z.enum(ORDER_STATUSES),
  changedAt: z.string(),
  changedByUser: userRef,
  /** The note to a step, the reason of a cancellation. */
  note: z.string().nullable(),
});
export type OrderStep = z.output<typeof orderStep>;

/** A whole order, with every step it went, oldest first. */
export const order = orderRow.extend({
  bodyPart: z.string().nullable(),
  side: z.enum(ORDER_SIDES).nullable(),
  contrast: z.enum(ORDER_CONTRASTS).nullable(),
  specialist: z.string().nullable(),
  instructions: z.string().nullable(),
  createdByUser: userRef,
  updatedAt: z.string(),
  history: z.array(orderStep),
});
export type Order = z.output<typeof order>;

const orNothing = <const V extends readonly [string, ...string[]]>(values: V, message: string) =>
  z
    .union([z.literal(''), z.enum(values, { error: message })], { error: message })
    .nullish()
    .transform((text) => (text === '' || text === undefined ? null : text));

/** An id that is chosen from a list. */
const chosen = (label: string, unknown: string) =>
  z
    .string({ error: `${label} is required` })
    .min(1, { error: `${label} is required`, abort: true })
    .toLowerCase()
    .pipe(z.uuid({ error: unknown }));

/** The order form. That a date is not in the future is checked with the practice's today. */
export const orderFields = {
  patientId: chosen('Patient', 'This patient does not exist'),
  type: z.enum(ORDER_TYPES, { error: 'Type is required' }),
  diagnosis: requiredText('Diagnosis', 300),
  orderDate: dateOnly('Order date').refine(
    (text) => text >= FIRST_ORDER_DATE,
    'Order date must be 01/01/2000 or later',
  ),
  priority: z
    .enum(PRIORITIES, { error: `Priority must be one of: ${PRIORITIES.join(', ')}` })
    .default('Normal'),
  isStat: z.boolean({ error: 'STAT must be true or false' }).default(false),
  orderedByUserId: chosen('Ordering provider', 'This provider does not exist'),
  bodyPart: optionalText('Body part', 100),
  side: orNothing(ORDER_SIDES, 'Side must be Left, Right or Bilateral'),
  contrast: orNothing(ORDER_CONTRASTS, 'Contrast must be Without, With or WithAndWithout'),
  specialist: optionalText('Specialist', 150),
  instructions: optionalLines('Instructions', 2000),
};
const FOREIGN: Readonly<Record<TypeDetail, string>> = {
  bodyPart: 'Only imaging orders have a body part',
  side: 'Only imaging orders have a side',
  contrast: 'Only imaging orders have contrast',
  specialist: 'Only referrals have a specialist',
};
function refuseForeignDetails(
  fields: TypeDetails & { readonly type: OrderType },
  context: z.RefinementCtx,
): void {
  for (const name of foreignDetails(fields.type, fields))
    context.addIssue({ code: 'custom', path: [name], message: FOREIGN[name] });
}

export const orderCreateBody = z.strictObject(orderFields).superRefine(refuseForeignDetails);
/** The patient stays who it is; naming another one is refused. */
export const orderUpdateBody = z
  .strictObject({ ...orderFields, patientId: id.optional(), version })
  .superRefine(refuseForeignDetails);

const filter = <const V extends readonly [string, ...string[]]>(label: string, values: V) =>
  z
    .union([z.literal(''), z.enum(values)], { error: `${label} must be one of: ${values.join(', ')}` })
    .optional()
    .transform((text) => (text === '' ? undefined : text));

const tag = 'Orders';
const health = { tag, healthData: true } as const;

export const orderList = endpoint({
  ...health,
  method: 'GET',
  path: '/medicalorder',
  summary: 'Orders by date, those that are STAT and not done first; without cancelled ones unless asked for',
  guard: permission('Order.View'),
  query: z.strictObject({
    ...listQuery(ORDER_SORT_KEYS),
    status: filter('Status', ORDER_STATUSES),
    type: filter('Type', ORDER_TYPES),
    startDate: isoDay('Start date'),
    endDate: isoDay('End date'),
    patientId: id.optional(),
    includeCancelled: queryFlag,
  }),
  response: z.object({ data: z.array(orderRow), ...listTotals }),
  audit: 'Accessed',
});
export const orderGet = endpoint({
  ...health,
  method: 'GET',
  path: '/medicalorder/:id',
  summary: 'One order with its history',
  guard: permission('Order.View'),
  params: idParams,
  response: order,
  audit: 'Viewed',
  errors: ['NOT_FOUND'],
});
export const orderCreate = endpoint({
  ...health,
  method: 'POST',
  path: '/medicalorder',
  summary: 'Write an order; the server gives its number',
  guard: permission('Order.Create'),
  body: orderCreateBody,
  response: order,
  status: 201,
  audit: 'Created',
  creates: true,
  errors: ['IDEMPOTENCY_MISMATCH'],
});
export const orderUpdate = endpoint({
  ...health,
  method: 'PUT',
  path: '/medicalorder/:id',
  summary: 'Change an order that is neither completed nor cancelled',
  guard: permission('Order.Edit'),
  params: idParams,
  body: orderUpdateBody,
  response: order,
  audit: 'Updated',
  errors: ['NOT_FOUND', 'STALE', 'CONFLICT'],
});
export const orderStatusChange = endpoint({
  ...health,
  method: 'POST',
  path: '/medicalorder/:id/status',
  summary: 'Move an order forward; steps may be skipped',
  guard: permission('Order.Edit'),
  params: idParams,
  body: z.strictObject({
    status: z.enum(NEXT_STATUSES, { error: `Status must be one of: ${NEXT_STATUSES.join(', ')}` }),
    note: optionalLines('Note', 500),
    version,
  }),
  response: order,
  audit: 'Updated',
  errors: ['NOT_FOUND', 'STALE', 'CONFLICT'],
});
export const orderCancel = endpoint({
  ...health,
  method: 'DELETE',
  path: '/medicalorder/:id',
  summary: 'Cancel an order that is not completed, with a reason',
  guard: permission('Order.Cancel'),
  params: idParams,
  body: z.strictObject({ reason, version }, { error: 'Reason is required' }),
  response: order,
  audit: 'Deleted',
  errors: ['NOT_FOUND', 'STALE', 'CONFLICT'],
});
export const orderPrint = endpoint({
  ...health,
  method: 'POST',
  path: '/medicalorder/:id/print',
  summary: 'One order as a PDF of one letter page',
  guard: permission('Order.View'),
  params: idParams,
  response: file,
  audit: 'Printed',
  errors: ['NOT_FOUND'],
});
