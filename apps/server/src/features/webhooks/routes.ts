import * as webhooks from '@portal/contract/webhooks';
import type { Binder } from '#http/bind.ts';
import { discard, listDeliveries, sendAgain } from './delivery-service.ts';
import { sendTest } from './send-test.ts';
import {
  changeWebhook,
  createWebhook,
  getWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
} from './webhook-service.ts';

/** Binds the endpoints of webhooks. */
export function bindWebhooks(binder: Binder): void {
  binder.bind(webhooks.webhookList, (_input, context) => listWebhooks(context));
  binder.bind(webhooks.webhookGet, ({ params }, context) => getWebhook(context, params.id));
  binder.bind(webhooks.webhookCreate, ({ body }, context) => createWebhook(context, body));
  binder.bind(webhooks.webhookUpdate, ({ params, body }, context) => changeWebhook(context, params.id, body));
  binder.bind(webhooks.webhookDelete, ({ params }, context) => removeWebhook(context, params.id));
  binder.bind(webhooks.webhookRotateSecret, ({ params, body }, context) =>
    rotateSecret(context, params.id, body.version),
  );
  binder.bind(webhooks.webhookTest, ({ params }, context) => sendTest(context, params.id));
  binder.bind(webhooks.webhookDeliveryList, ({ params, query }, context) =>
    listDeliveries(context, params.id, query),
  );
  binder.bind(webhooks.webhookSendAgain, ({ params, body }, context) => sendAgain(context, params.id, body));
  binder.bind(webhooks.webhookDiscard, ({ params, body }, context) => discard(context, params.id, body));
}
