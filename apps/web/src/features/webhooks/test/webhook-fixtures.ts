import type { Webhook, WebhookDelivery } from '@portal/contract/webhooks';

const ID = '77777777-7777-4777-8777-777777777777';

/** A webhook of tests. */
export const aWebhook = (changes: Partial<Webhook> = {}): Webhook => ({
  id: ID,
  name: 'Billing system',
  url: 'https://hooks.example.com:8443/in?key=1',
  events: ['patient.created'],
  isActive: true,
  pausedBecause: null,
  oldSecretUntil: null,
  lastSuccessAt: null,
  waitingCount: 0,
  failedCount: 0,
  version: 3,
  ...changes,
});

/** A delivery of tests that has failed for good. */
export const aDelivery = (changes: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: '88888888-8888-4888-8888-888888888888',
  event: 'patient.created',
  entityType: 'Patient',
  entityId: '99999999-9999-4999-8999-999999999999',
  at: '2026-11-21T15:00:00.000Z',
  state: 'failed',
  attempts: 9,
  lastAttemptAt: '2026-11-23T09:00:00.000Z',
  nextAttemptAt: null,
  lastStatus: null,
  lastProblem: 'The certificate of hooks.example.com has expired',
  ...changes,
});
