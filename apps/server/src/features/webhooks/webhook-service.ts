import { randomUUID } from 'node:crypto';
import {
  webhookCreate,
  webhookDelete,
  webhookGet,
  webhookList,
  webhookRotateSecret,
  webhookUpdate,
} from '@portal/contract/webhooks';
import type { ActivityEvent } from '@portal/domain/activity-event';
import { MAX_OLD_SECRETS, MAX_WEBHOOKS, OLD_SECRET_HOURS } from '@portal/domain/webhook';
import { addressInUrl } from '@portal/domain/webhook-url';
import { changedValues } from '#audit/audit-entry.ts';
import { violatedConstraint } from '#db/database-errors.ts';
import { checkVersion } from '#request/versions.ts';
import { withChange } from '#request/with-change.ts';
import { operation } from '#http/operation.ts';
import { notifyRecipients } from '#live/notification-store.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { sealSecret } from './delivery/secrets.ts';
import { holdBack } from './delivery/sending-repo.ts';
import { createSecret } from './delivery/signature.ts';
import { isAllowedAddress } from './sender/allowed-address.ts';
import {
  deleteWebhook,
  findOldSecretEnds,
  findWebhook,
  findWebhooks,
  insertWebhook,
  lockCount,
  lockWebhook,
  replaceSecret,
  updateWebhook,
  type WebhookFields,
  type WebhookRow,
} from './webhook-repo.ts';
import { auditFields, presentWebhook } from './webhook-view.ts';

/** Message for an unknown webhook. */
export const MISSING = 'This webhook does not exist.';

/** Lists all webhooks by name. */
export const listWebhooks = operation(webhookList, async ({ deps, now }) => ({
  items: (await findWebhooks(deps.db)).map((row) => presentWebhook(row, now)),
}));

/** Gets a webhook. Throws NOT_FOUND. */
export const getWebhook = operation(webhookGet, async ({ deps, now }, { params: { id } }) =>
  presentWebhook(required(await findWebhook(deps.db, id)), now),
);

/** Adds a webhook with a new secret. Throws VALIDATION, and CONFLICT for a used name or too many webhooks. */
export const createWebhook = operation(webhookCreate, async (context, { body: fields }) => {
  requireAllowedAddress(context, fields.url);
  const { keys } = context.deps;
  const id = randomUUID();
  const secret = createSecret();
  return inTransaction(context, async (tx) => {
    if ((await lockCount(tx.db)) >= MAX_WEBHOOKS)
      throw new AppError('CONFLICT', {
        message: `There are already ${MAX_WEBHOOKS} webhooks. Delete one that is no longer used.`,
      });
    await withUniqueName(() =>
      insertWebhook(tx.db, { id, secret: sealSecret(keys, id, secret), now: context.now, fields }),
    );
    const row = required(await findWebhook(tx.db, id));
    tx.audit({ action: 'Created', entityType: 'Webhook', entityId: id, newValues: auditFields(row) });
    announce(tx, row, 'webhook.created', 'was added');
    return { secret, webhook: presentWebhook(row, context.now) };
  });
});

/** Updates, pauses or resumes a webhook. Throws NOT_FOUND, STALE, VALIDATION, CONFLICT. */
export const changeWebhook = operation(webhookUpdate, async (context, { params: { id }, body }) => {
  const { version, ...sent } = body;
  return inTransaction(context, async (tx) => {
    const before = required(await lockWebhook(tx.db, id));
    checkVersion(context, version, presentWebhook(before, context.now));
    const fields = withChange(fieldsOf(before), sent);
    // One that is there may be paused even if the networks in the settings have changed.
    if (fields.isActive || fields.url !== before.url) requireAllowedAddress(context, fields.url);
    await withUniqueName(() => updateWebhook(tx.db, id, fields));
    if (!fields.isActive) await holdBack(tx.db, id, context.now);
    const row = required(await findWebhook(tx.db, id));
    const { oldValues, newValues } = changedValues(auditFields(before), auditFields(row));
    tx.audit({
      action: 'Updated',
      entityType: 'Webhook',
      entityId: id,
      oldValues,
      newValues: { ...newValues, ...(before.url !== row.url && { url: 'changed' }) },
    });
    announce(tx, row, 'webhook.updated', 'was changed');
    if (row.is_active && !before.is_active) tx.notify('webhooks', {});
    if (before.paused_because !== row.paused_because) await notifyRecipients(tx.db, 'WebhookPaused', id);
    return presentWebhook(row, context.now);
  });
});

/** Replaces the secret. Each replaced one signs for 24 hours. Throws NOT_FOUND, STALE, and CONFLICT if too many still sign. */
export const rotateSecret = operation(webhookRotateSecret, async (context, { params: { id }, body }) => {
  const version = body.version;
  const secret = createSecret();
  return inTransaction(context, async (tx) => {
    const before = required(await lockWebhook(tx.db, id));
    checkVersion(context, version, presentWebhook(before, context.now));
    requireFewSecrets(await findOldSecretEnds(tx.db, id, context.now), context.now);
    await replaceSecret(tx.db, id, {
      secret: sealSecret(context.deps.keys, id, secret),
      oldUntil: new Date(context.now.getTime() + OLD_SECRET_HOURS * 3_600_000),
    });
    const row = required(await findWebhook(tx.db, id));
    tx.audit({ action: 'Updated', entityType: 'Webhook', entityId: id, newValues: { secret: 'rotated' } });
    announce(tx, row, 'webhook.updated', 'got a new secret');
    return { secret, webhook: presentWebhook(row, context.now) };
  });
});

/** Deletes a webhook with its deliveries. Throws NOT_FOUND. */
export const removeWebhook = operation(webhookDelete, async (context, { params: { id } }) => {
  await inTransaction(context, async (tx) => {
    const row = required(await lockWebhook(tx.db, id));
    await deleteWebhook(tx.db, id);
    tx.audit({
      action: 'Deleted',
      entityType: 'Webhook',
      entityId: id,
      oldValues: { ...auditFields(row), waiting: row.waiting_count, failed: row.failed_count },
    });
    announce(tx, row, 'webhook.deleted', 'was deleted');
    if (row.paused_because !== null) await notifyRecipients(tx.db, 'WebhookPaused', id);
  });
  return undefined;
});

/** The webhook. Throws NOT_FOUND if it is undefined. */
export function required(row: WebhookRow | undefined): WebhookRow {
  if (row === undefined) throw notFound(MISSING);
  return row;
}

function requireFewSecrets([earliest, ...others]: readonly Date[], now: Date): void {
  if (earliest === undefined || others.length + 1 < MAX_OLD_SECRETS) return;
  const hours = Math.ceil((earliest.getTime() - now.getTime()) / 3_600_000);
  throw new AppError('CONFLICT', {
    message: `This webhook got ${MAX_OLD_SECRETS} new secrets within ${OLD_SECRET_HOURS} hours, and the earlier ones still sign. Try again in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`,
  });
}

/** Names are checked when they are used. */
function requireAllowedAddress({ deps }: SignedInContext, url: string): void {
  const address = addressInUrl(url);
  if (address === undefined || isAllowedAddress(address, deps.config.webhooks.privateNetworks)) return;
  const message = `${address} is a private or special address, to which the portal may not send`;
  throw new AppError('VALIDATION', { errors: { url: [message] } });
}

const fieldsOf = ({ name, url, events, is_active: isActive }: WebhookRow): WebhookFields => ({
  name,
  url,
  events,
  isActive,
});

async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'webhooks_name_key') throw error;
    const message = 'Another webhook has this name';
    throw new AppError('CONFLICT', { message, errors: { name: [message] } });
  }
}

function announce(tx: Tx, { id, name }: WebhookRow, event: ActivityEvent, happened: string): void {
  tx.activity({
    event,
    description: `Webhook ${name} ${happened}`,
    icon: 'Security',
    color: 'warning',
    entityType: 'Webhook',
    entityId: id,
    requiredRole: 'SuperAdmin',
  });
}
