import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import type { orderBulk, orderBulkPreview } from '@portal/contract/orders';
import { ORDER_STATUS_LABELS } from '@portal/domain/order-status';
import type { Db } from '#db/database.ts';
import { AppError } from '#platform/app-error.ts';
import { changeAll, previewAll, type BulkAction, type BulkState } from '#request/bulk.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { advanceOrder, cancelOrder } from './change-order-status.ts';
import { findOrderRows } from './order-repo.ts';

type Body = BodyOf<typeof orderBulk>;

const NEEDED = { status: 'Order.Edit', cancel: 'Order.Cancel' } as const;

/** Advances or cancels orders, all or none. Throws like the single operation, and names the order. */
export async function bulkOrders(context: SignedInContext, body: Body): Promise<AnswerOf<typeof orderBulk>> {
  return changeAll(context, bulkAction(context, body));
}

/** Previews `bulkOrders`. */
export async function previewBulkOrders(
  context: SignedInContext,
  body: Body,
): Promise<AnswerOf<typeof orderBulkPreview>> {
  return previewAll(context, bulkAction(context, body));
}

function bulkAction(context: SignedInContext, body: Body): BulkAction {
  if (!hasPermission(context, NEEDED[body.action])) throw new AppError('FORBIDDEN');
  return {
    entityType: 'MedicalOrder',
    records: body.records,
    read: async (db: Db, ids) =>
      new Map(
        (await findOrderRows(db, ids)).map((row): [string, BulkState] => [
          row.id,
          { label: row.order_number, value: ORDER_STATUS_LABELS[row.status], patientId: row.patient_id },
        ]),
      ),
    change: ({ id, version }) =>
      body.action === 'status'
        ? advanceOrder(context, id, { status: body.status, note: body.note, version })
        : cancelOrder(context, id, { reason: body.reason, version }),
  };
}
