import type { Webhook, WebhookDelivery } from '@portal/contract/webhooks';
import type { DeliveryRow } from './delivery-repo.ts';
import type { WebhookRow } from './webhook-repo.ts';

/** Converts a row to the API shape. */
export const presentWebhook = (row: WebhookRow, now: Date): Webhook => ({
  id: row.id,
  name: row.name,
  url: row.url,
  events: row.events,
  isActive: row.is_active,
  pausedBecause: row.paused_because,
  oldSecretUntil:
    row.old_secret_until !== null && row.old_secret_until > now ? row.old_secret_until.toISOString() : null,
  lastSuccessAt: row.last_success_at?.toISOString() ?? null,
  waitingCount: row.waiting_count,
  failedCount: row.failed_count,
  version: row.version,
});

/** Converts a row to the API shape. */
export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  entityType: row.entity_type,
  entityId: row.entity_id,
  at: row.at.toISOString(),
  state: row.state,
  attempts: row.attempts,
  lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
  nextAttemptAt: row.state === 'waiting' ? row.next_attempt_at.toISOString() : null,
  lastStatus: row.last_status,
  lastProblem: row.last_problem,
});

/** What the audit log has of a webhook. The path of its URL is left out, because it may be secret. */
export const auditFields = ({
  name,
  url,
  events,
  is_active: isActive,
}: Pick<WebhookRow, 'name' | 'url' | 'events' | 'is_active'>) => ({
  name,
  receiver: new URL(url).origin,
  events: [...events],
  isActive,
});
