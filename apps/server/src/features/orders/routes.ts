import * as orders from '@portal/contract/orders';
import type { Binder } from '#http/bind.ts';
import { changeAll, previewAll } from '#request/bulk.ts';
import { exportOrders } from './export-orders.ts';
import { orderBulkAction } from './bulk-orders.ts';
import { advanceOrder, cancelOrder } from './change-order-status.ts';
import { getOrders } from './order-list.ts';
import { changeOrder, createOrder, getOrder, readOrder } from './order-service.ts';
import { printOrder } from './print-order.ts';

/** Binds the medical order endpoints. */
export function bindOrders(binder: Binder): void {
  binder.bind(orders.orderList, ({ query }, context) => getOrders(context, query));
  binder.bindRead(
    orders.orderGet,
    (db, { params }) => readOrder(db, params.id),
    (order, _input, context) => getOrder(context, order),
  );
  binder.bind(orders.orderCreate, ({ body }, context) => createOrder(context, body));
  binder.bind(orders.orderUpdate, ({ params, body }, context) => changeOrder(context, params.id, body));
  binder.bind(orders.orderStatusChange, ({ params, body }, context) =>
    advanceOrder(context, params.id, body),
  );
  binder.bind(orders.orderCancel, ({ params, body }, context) => cancelOrder(context, params.id, body));
  binder.bind(orders.orderPrint, ({ params }, context) => printOrder(context, params.id));
  binder.bind(orders.orderBulk, ({ body }, context) => changeAll(context, orderBulkAction(context, body)));
  binder.bind(orders.orderBulkPreview, ({ body }, context) =>
    previewAll(context, orderBulkAction(context, body)),
  );
  binder.bind(orders.orderExport, ({ body }, context) => exportOrders(context, body));
}
