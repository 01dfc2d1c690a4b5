import * as orders from '@portal/contract/orders';
import { operation, readOperation } from '#http/operation.ts';
import { advanceOrder, cancelOrder } from './change-order-status.ts';
import { readOrder, getOrder } from './order-service.ts';

export * from './bulk-orders.ts';
export * from './export-orders.ts';
export * from './order-list.ts';
export * from './order-service.ts';
export * from './print-order.ts';

export const orderGet = readOperation(
  orders.orderGet,
  (db, { params }) => readOrder(db, params.id),
  (context, order) => getOrder(context, order),
);
export const orderStatusChange = operation(orders.orderStatusChange, (context, { params, body }) =>
  advanceOrder(context, params.id, body),
);
export const orderCancel = operation(orders.orderCancel, (context, { params, body }) =>
  cancelOrder(context, params.id, body),
);
