import { ACTIVITY_EVENTS } from '@portal/domain/activity-event';
import { DELIVERY_STATES } from '@portal/domain/webhook';
import { MAX_WEBHOOK_URL, parseWebhookUrl } from '@portal/domain/webhook-url';
import { z } from 'zod';
import { MAX_BULK_RECORDS } from './core/bulk.ts';
import { changeOf } from './core/change.ts';
import { roles } from './core/endpoint.ts';
import { id, requiredText, version } from './core/fields.ts';
import { page, pageSize } from './core/list.ts';
import { acts, changes, reads, removes } from './core/verbs.ts';

const event = z.enum(ACTIVITY_EVENTS);

/** A webhook: where messages about activities are sent. Its secret is only returned when it is created or rotated. */
export const webhook = z.object({
  id,
  name: z.string(),
  url: z.string(),
  events: z.array(event),
  isActive: z.boolean(),
  /** Why the portal paused it; null if a user did, or if it is active. */
  pausedBecause: z.enum(['gone', 'failing']).nullable(),
  /** Until then, earlier secrets also sign. */
  oldSecretUntil: z.string().nullable(),
  lastSuccessAt: z.string().nullable(),
  waitingCount: z.int(),
  failedCount: z.int(),
  version: z.int(),
});
export type Webhook = z.output<typeof webhook>;

/** The fields of a webhook with their validation messages. */
const fields = {
  name: requiredText('Name', 100),
  url: z
    .string({ error: 'URL is required' })
    .trim()
    .min(1, { error: 'URL is required', abort: true })
    .max(MAX_WEBHOOK_URL, { error: `URL can have at most ${MAX_WEBHOOK_URL} characters`, abort: true })
    .transform((text, context) => {
      const parsed = parseWebhookUrl(text);
      if (parsed.ok) return parsed.url;
      context.addIssue({ code: 'custom', message: parsed.error });
      return z.NEVER;
    }),
  events: z
    .array(event, { error: 'Select at least one event' })
    .min(1, 'Select at least one event')
    .transform((events) => ACTIVITY_EVENTS.filter((each) => events.includes(each))),
  isActive: z.boolean({ error: 'Active must be true or false' }).default(true),
};
export const webhookBody = z.strictObject(fields);
export const webhookChange = z.strictObject({ ...changeOf(fields), version });

/** A message that was sent, is to be sent, or could not be sent. */
export const webhookDelivery = z.object({
  id,
  event: z.string(),
  entityType: z.string(),
  entityId: id.nullable(),
  at: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  lastAttemptAt: z.string().nullable(),
  /** Null unless it waits for its next try. */
  nextAttemptAt: z.string().nullable(),
  lastStatus: z.int().nullable(),
  /** A sentence; null unless the last try failed. */
  lastProblem: z.string().nullable(),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

/** Failed deliveries: some of them, or all of the webhook. */
export const chosenDeliveries = z
  .strictObject({
    ids: z
      .array(id, { error: 'ids must be a list of ids' })
      .min(1, 'Select at least one delivery')
      .max(MAX_BULK_RECORDS, `Select at most ${MAX_BULK_RECORDS} deliveries`)
      .optional(),
    all: z.literal(true, { error: 'all must be true' }).optional(),
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
    path: ['ids'],
    error: 'Send either ids or all',
  });

const secret = z.string();
const superAdmin = { tag: 'Webhooks', guard: roles('SuperAdmin'), healthData: false } as const;

export const webhookList = reads('/admin/webhooks', superAdmin, {
  summary: 'List all webhooks by name',
  response: z.object({ items: z.array(webhook) }),
  audit: null,
});
export const webhookGet = reads('/admin/webhooks/:id', superAdmin, {
  summary: 'Get a webhook',
  background: true,
  response: webhook,
  audit: null,
});
/** Without idempotency keys: a stored response would keep the secret, and the name of a webhook is unique. */
export const webhookCreate = acts('/admin/webhooks', superAdmin, {
  summary: 'Add a webhook; returns its secret once',
  body: webhookBody,
  response: z.object({ secret, webhook }),
  status: 201,
  audit: 'Created',
  errors: ['CONFLICT'],
});
export const webhookUpdate = changes('/admin/webhooks/:id', superAdmin, {
  summary: 'Update, pause or resume a webhook',
  body: webhookChange,
  response: webhook,
  errors: ['STALE', 'CONFLICT'],
});
export const webhookDelete = removes('/admin/webhooks/:id', superAdmin, {
  summary: 'Delete a webhook with its deliveries',
});
export const webhookRotateSecret = acts('/admin/webhooks/:id/rotate-secret', superAdmin, {
  summary:
    'Create a new secret, returned once; each earlier one also signs for 24 hours after it was replaced',
  body: z.strictObject({ version }),
  response: z.object({ secret, webhook }),
  audit: 'Updated',
  errors: ['STALE', 'CONFLICT'],
});
export const webhookTest = acts('/admin/webhooks/:id/test', superAdmin, {
  summary: 'Send a test event at once and return the result',
  response: z.object({
    isDelivered: z.boolean(),
    status: z.int().nullable(),
    problem: z.string().nullable(),
  }),
  audit: 'Accessed',
});
export const webhookDeliveryList = reads('/admin/webhooks/:id/deliveries', superAdmin, {
  summary: 'List the deliveries of a webhook, newest first',
  query: z.strictObject({
    state: z
      .enum(DELIVERY_STATES, { error: `State must be one of: ${DELIVERY_STATES.join(', ')}` })
      .optional(),
    page,
    pageSize,
  }),
  response: z.object({ items: z.array(webhookDelivery), totalCount: z.int() }),
  audit: null,
});
export const webhookSendAgain = acts('/admin/webhooks/:id/deliveries/send-again', superAdmin, {
  summary: 'Send failed deliveries again',
  body: chosenDeliveries,
  response: z.object({ count: z.int() }),
  audit: 'Updated',
  errors: ['CONFLICT'],
});
export const webhookDiscard = acts('/admin/webhooks/:id/deliveries/discard', superAdmin, {
  summary: 'Remove failed deliveries',
  body: chosenDeliveries,
  response: z.object({ count: z.int() }),
  audit: 'Deleted',
  errors: ['CONFLICT'],
});
