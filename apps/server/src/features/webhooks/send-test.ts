import { randomUUID } from 'node:crypto';
import type { AnswerOf } from '@portal/contract/endpoint';
import type { webhookTest } from '@portal/contract/webhooks';
import { notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { inTransaction } from '#request/transaction.ts';
import { testPayload } from '#webhooks/payload.ts';
import { signingSecrets } from '#webhooks/secrets.ts';
import { signedHeaders } from '#webhooks/signature.ts';
import { findTarget } from './webhook-repo.ts';
import { MISSING } from './webhook-service.ts';

/** Sends a test event once, also to a paused webhook, and returns the result. Throws NOT_FOUND. */
export async function sendTest(context: SignedInContext, id: string): Promise<AnswerOf<typeof webhookTest>> {
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
}
