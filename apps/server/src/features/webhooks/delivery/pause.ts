import { FAILING_HOURS, FAILING_TRIES } from '@portal/domain/webhook';
import type { Transaction } from 'kysely';
import { appendEntries } from '#audit/append.ts';
import { auditEntryId } from '#audit/entry-id.ts';
import type { Database } from '#db/schema.ts';
import { addActivity } from '#live/activity-store.ts';
import { addNotification } from '#live/notification-store.ts';
import { administrators, pauseWebhook, type FailingWebhook } from './sending-repo.ts';

const HOUR_MS = 3_600_000;

interface Pause {
  readonly id: string;
  readonly name: string;
  readonly because: 'gone' | 'failing';
  /** What happened last. */
  readonly problem: string | null;
  readonly auditKey: Buffer;
  readonly now: Date;
}

const REASONS = {
  gone: 'The receiver answered with status 410 (gone)',
  failing: `Nothing was delivered in ${FAILING_HOURS} hours of tries`,
} as const;

/** Whether a webhook whose tries have all failed since a moment is to be paused. */
export const hasFailedTooLong = (
  { failing_since: since, failed_tries: tries }: FailingWebhook,
  now: Date,
): boolean => tries >= FAILING_TRIES && now.getTime() - since.getTime() >= FAILING_HOURS * HOUR_MS;

/** Pauses a webhook, holds back what waits, records it without a user and notifies the administrators. */
export async function pauseAndReport(
  tx: Transaction<Database>,
  { id, name, because, problem, auditKey, now }: Pause,
): Promise<void> {
  await pauseWebhook(tx, id, because, now);
  for (const userId of await administrators(tx))
    await addNotification(tx, { kind: 'WebhookPaused', userId, entityId: id }, now, null);
  await addActivity(
    tx,
    {
      event: 'webhook.paused',
      description: `Webhook ${name} was paused`,
      icon: 'Security',
      color: 'error',
      entityType: 'Webhook',
      entityId: id,
      requiredRole: 'SuperAdmin',
    },
    now,
    null,
  );
  await appendEntries(tx, auditKey, [
    {
      id: auditEntryId(now),
      at: now,
      userId: null,
      sessionId: null,
      apiKeyId: null,
      action: 'Updated',
      entityType: 'Webhook',
      entityId: id,
      patientId: null,
      ipAddress: null,
      reason: REASONS[because],
      requestId: null,
      oldValues: { isActive: true },
      newValues: { isActive: false, problem },
    },
  ]);
}
