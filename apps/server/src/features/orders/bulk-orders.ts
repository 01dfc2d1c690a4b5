import { ORDER } from '@portal/contract/health-records';
import type { BodyOf } from '@portal/contract/endpoint';
import { orderBulk, orderBulkPreview } from '@portal/contract/orders';
import { ORDER_STATUS_LABELS } from '@portal/domain/order-status';
import { AppError } from '#platform/app-error.ts';
import { changeAll, previewAll, type BulkAction } from '#request/bulk.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { advanceOrder, cancelOrder } from './change-order-status.ts';
import { findOrderRows } from './order-repo.ts';

export const changeOrders = operation(orderBulk, (context, { body }) =>
  changeAll(context, orderBulkAction(context, body)),
);
export const previewOrders = operation(orderBulkPreview, (context, { body }) =>
  previewAll(context, orderBulkAction(context, body)),
);

type Body = BodyOf<typeof orderBulk>;

const NEEDED = { status: 'Order.Edit', cancel: 'Order.Cancel' } as const;

/** Advancing or cancelling orders, each like the single operation. Throws FORBIDDEN without the permission of the action. */
function orderBulkAction(context: SignedInContext, body: Body): BulkAction {
  if (!hasPermission(context, NEEDED[body.action])) throw new AppError('FORBIDDEN');
  return {
    entityType: 'MedicalOrder',
    record: ORDER,
    records: body.records,
    read: async (db, ids) =>
      (await findOrderRows(db, ids)).map((row) => ({
        id: row.id,
        label: row.order_number,
        value: ORDER_STATUS_LABELS[row.status],
        patientId: row.patient_id,
      })),
    change: ({ id, version }) =>
      body.action === 'status'
        ? advanceOrder(context, id, { status: body.status, note: body.note, version })
        : cancelOrder(context, id, { reason: body.reason, version }),
  };
}
