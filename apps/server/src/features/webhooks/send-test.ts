import { randomUUID } from 'node:crypto';
import { webhookTest } from '@portal/contract/webhooks';
import { notFound } from '#platform/app-error.ts';
import { inTransaction } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';
import { testPayload } from './delivery/payload.ts';
import { signingSecrets } from './delivery/secrets.ts';
import { signedHeaders } from './delivery/signature.ts';
import type { WebhookSender } from './sender/sender.ts';
import { findTarget } from './webhook-repo.ts';
import { MISSING } from './webhook-service.ts';

/** Sends a test event once, also to a paused webhook, and returns the result. Throws NOT_FOUND. */
export const sendTest = (sender: WebhookSender) =>
  operation(webhookTest, async (context, { params: { id } }) => {
    const { deps, now } = context;
    const target = await findTarget(deps.db, id, now);
    if (target === undefined) throw notFound(MISSING);
    const body = testPayload(id, now);
    const secrets = signingSecrets(deps.keys, id, target);
    const headers = signedHeaders({ id: randomUUID(), at: now, body }, secrets);
    const { isDelivered, status, problem } = await sender.send({ url: target.url, headers, body });
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
