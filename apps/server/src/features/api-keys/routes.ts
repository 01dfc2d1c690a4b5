import { apiKeyCreate, apiKeyEnable, apiKeyList, apiKeyRevoke } from '@portal/contract/api-keys';
import type { Binder } from '#http/bind.ts';
import { createApiKey, enableApiKey, getApiKeys, revokeApiKey } from './api-key-service.ts';

/** Binds the endpoints of API keys. */
export function bindApiKeys(binder: Binder): void {
  binder.bind(apiKeyList, ({ query }, context) => getApiKeys(context, query));
  binder.bind(apiKeyCreate, ({ body }, context) => createApiKey(context, body));
  binder.bind(apiKeyEnable, ({ params, body }, context) => enableApiKey(context, params.id, body));
  binder.bind(apiKeyRevoke, ({ params }, context) => revokeApiKey(context, params.id));
}
