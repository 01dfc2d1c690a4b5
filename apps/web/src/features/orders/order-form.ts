import { order as orderSchema, orderFields, type Order } from '@portal/contract/orders';
import { version } from '@portal/contract/fields';
import { namesOf } from '@portal/contract/record';
import {
  ORDER_CONTRAST_LABELS,
  ORDER_CONTRASTS,
  ORDER_TYPE_LABELS,
  ORDER_TYPES,
  pickTypeDetails,
} from '@portal/domain/order';
import { z } from 'zod';

/** The fields of the form, with the rules for valid values. */
export const orderFormFields = z.strictObject({ ...orderFields, version });
/** Validated values of the form; new orders have no version. */
export type OrderPayload = z.output<typeof orderFormFields>;

/** Input values of the form; blank until filled in. */
export type OrderInput = {
  [N in keyof typeof orderFields]: N extends 'isStat' | 'isProcedure'
    ? boolean
    : N extends 'levels' | 'codes'
      ? readonly string[]
      : string;
} & { version?: number | undefined };
const NAMES = namesOf(orderFields);
const inputs = z.custom<OrderInput>();

export const ORDER_LABELS = {
  patientId: 'Patient',
  type: 'Type',
  diagnosis: 'Diagnosis',
  orderDate: 'Order Date',
  priority: 'Priority',
  isStat: 'STAT',
  orderedByUserId: 'Ordering Provider',
  bodyPart: 'Body Part',
  side: 'Side',
  contrast: 'Contrast',
  specialist: 'Specialist',
  isProcedure: 'Procedure',
  levels: 'Levels',
  codes: 'Codes',
  locationId: 'Place',
  instructions: 'Instructions',
} as const satisfies Partial<Record<keyof OrderInput, string>>;

/**
 * Form schema: contract validation for inputs that start blank, plus no order date after `today` (the practice's current
 * date, YYYY-MM-DD). Details of other kinds of orders are dropped.
 */
export function orderFormSchema(today: string | undefined): z.ZodType<OrderPayload, OrderInput> {
  const orderDate = orderFormFields.shape.orderDate.refine(
    (date) => today === undefined || date <= today,
    'Order date cannot be in the future',
  );
  const checked = orderFormFields.extend({ orderDate });
  return inputs.transform((input, context): OrderPayload => {
    const parsed = checked.safeParse(input);
    if (parsed.success) {
      const { type, isProcedure } = parsed.data;
      const kind = { type, isProcedure: isProcedure && type === 'Other' };
      return pickTypeDetails(kind, { ...parsed.data, ...kind });
    }
    for (const { message, path } of parsed.error.issues)
      context.issues.push({ code: 'custom', message, path, input });
    return z.NEVER;
  });
}

/** Initial values of a new order. */
export const newOrderInput = (
  known: Pick<OrderInput, 'patientId' | 'orderDate' | 'orderedByUserId'>,
): OrderInput => ({
  ...inputOf({}),
  ...known,
  priority: 'Normal',
  isStat: false,
  isProcedure: false,
  levels: [],
  codes: [],
});

/** Converts an order to form values; the version detects stale saves. */
export function orderInput(order: Order): OrderInput {
  const saved = { ...order, patientId: order.patient.id, orderedByUserId: order.orderedByUser.id };
  return { ...inputOf(saved satisfies OrderValues), version: order.version };
}

type OrderValues = { readonly [N in keyof typeof orderFields]: OrderInput[N] | null };
const inputOf = (values: Partial<OrderValues>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, which fromEntries cannot state
  Object.fromEntries(NAMES.map((name) => [name, values[name] ?? ''])) as unknown as OrderInput;

/** Converts the record returned for a stale save to form values, or null if it is invalid. */
export function currentOrderInput(current: unknown): OrderInput | null {
  const parsed = orderSchema.safeParse(current);
  return parsed.success ? orderInput(parsed.data) : null;
}

/** Display text for API values, used when comparing with a stale save. */
export function formatOrderValue(name: string, value: unknown): string | undefined {
  const type = ORDER_TYPES.find((known) => known === value);
  if (name === 'type' && type !== undefined) return ORDER_TYPE_LABELS[type];
  const contrast = ORDER_CONTRASTS.find((known) => known === value);
  return name === 'contrast' && contrast !== undefined ? ORDER_CONTRAST_LABELS[contrast] : undefined;
}
