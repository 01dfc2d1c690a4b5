import { randomUUID } from 'node:crypto';
import { webhookTest } from '@portal/contract/webhooks';
import { notFound } from '#platform/app-error.ts';
import { inTransaction } from '#request/transaction.ts';
import { testPayload } from '#webhooks/payload.ts';
import { signingSecrets } from '#webhooks/secrets.ts';
import { signedHeaders } from '#webhooks/signature.ts';
import { operation } from '#http/operation.ts';
import { findTarget } from './webhook-repo.ts';
import { MISSING } from './webhook-service.ts';

/** Sends a test event once, also to a paused webhook, and returns the result. Throws NOT_FOUND. */
export const sendTest = operation(webhookTest, async (context, { params: { id } }) => {
  const { deps, now } = context;
  const target = await findTarget(deps.db, id, now);
  if (target === undefined) throw notFound(MISSING);
  const body = testPayload(id, now);
  const secrets = signingSecrets(deps.keys, id, target);
  const headers = signedHeaders({ id: randomUUID(), at: now, body }, secrets);
  const { isDelivered, status, problem } = await deps.webhookSender.send({ url: target.url, headers, body });
  await inTransaction(context, async (tx) => {
    tx.audit({
      action: 'Accessed',
      entityType: 'Webhook',
      entityId: id,
      newValues: { testEvent: isDelivered ? 'delivered' : 'failed', problem },
    });
  });
  return { isDelivered, status, problem };
});
