import { webhookDeliveryList, webhookDiscard, webhookSendAgain } from '@portal/contract/webhooks';
import { clampPage } from '@portal/domain/list';
import { AppError } from '#platform/app-error.ts';
import { inTransaction } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';
import { countDeliveries, findDeliveries, removeFailed, resendFailed } from './delivery-repo.ts';
import { findWebhook, lockWebhook } from './webhook-repo.ts';
import { required } from './webhook-service.ts';
import { presentDelivery } from './webhook-view.ts';

/** Lists a page of the deliveries of a webhook. Throws NOT_FOUND. */
export const listDeliveries = operation(
  webhookDeliveryList,
  async ({ deps: { db } }, { params: { id: webhookId }, query: { state, ...query } }) => {
    required(await findWebhook(db, webhookId));
    const filter = { webhookId, state };
    const totalCount = await countDeliveries(db, filter);
    const rows = await findDeliveries(db, filter, clampPage({ ...query, totalCount }));
    return { items: rows.map(presentDelivery), totalCount };
  },
);

/** Sends failed deliveries again, with all tries. Throws NOT_FOUND, and CONFLICT if the webhook is paused or none has failed. */
export const sendAgain = operation(webhookSendAgain, async (context, { params: { id: webhookId }, body }) => {
  const { ids } = body;
  return inTransaction(context, async (tx) => {
    const webhook = required(await lockWebhook(tx.db, webhookId));
    if (!webhook.is_active)
      throw new AppError('CONFLICT', { message: 'This webhook is paused. Resume it first.' });
    const count = await resendFailed(tx.db, { webhookId, ids }, context.now);
    requireSome(count);
    tx.audit({
      action: 'Updated',
      entityType: 'Webhook',
      entityId: webhookId,
      newValues: { deliveriesSentAgain: count },
    });
    tx.notify('webhooks', {});
    return { count };
  });
});

/** Removes failed deliveries. Throws NOT_FOUND, and CONFLICT if none has failed. */
export const discard = operation(webhookDiscard, async (context, { params: { id: webhookId }, body }) => {
  const { ids } = body;
  return inTransaction(context, async (tx) => {
    required(await lockWebhook(tx.db, webhookId));
    const count = await removeFailed(tx.db, { webhookId, ids });
    requireSome(count);
    tx.audit({
      action: 'Deleted',
      entityType: 'Webhook',
      entityId: webhookId,
      oldValues: { failedDeliveries: count },
    });
    return { count };
  });
});

function requireSome(count: number): void {
  if (count === 0)
    throw new AppError('CONFLICT', { message: 'These deliveries are no longer in the failed list.' });
}
