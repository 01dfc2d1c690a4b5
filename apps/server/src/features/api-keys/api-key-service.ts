import type { ApiKey, apiKeyCreate, apiKeyList } from '@portal/contract/api-keys';
import type { AnswerOf, BodyOf, QueryOf } from '@portal/contract/endpoint';
import type { ActivityEvent } from '@portal/domain/activity-event';
import { keyExpiryProblem } from '@portal/domain/api-key';
import { clampPage } from '@portal/domain/list';
import { requirePerson } from '#authz/caller.ts';
import { conflict, fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { generateApiKey } from '#security/api-key.ts';
import {
  countApiKeys,
  findApiKey,
  hasActiveName,
  insertApiKey,
  listApiKeys,
  lockNames,
  revoke,
} from './api-key-repo.ts';
import { presentApiKey } from './api-key-view.ts';

/** Gets a page of API keys. */
export async function getApiKeys(
  { deps, now }: SignedInContext,
  query: QueryOf<typeof apiKeyList>,
): Promise<AnswerOf<typeof apiKeyList>> {
  const totalCount = await countApiKeys(deps.db, query, now);
  const rows = await listApiKeys(deps.db, query, clampPage({ ...query, totalCount }), now);
  return { items: rows.map((row) => presentApiKey(row, now)), totalCount };
}

/**
 * Creates a key with permissions that the caller has now. Only the response contains it. Throws VALIDATION for other permissions and
 * for an expiration in the past or after more than a year, and CONFLICT if an active key has the name.
 */
export async function createApiKey(
  context: SignedInContext,
  { name, permissions, expiresAt }: BodyOf<typeof apiKeyCreate>,
): Promise<AnswerOf<typeof apiKeyCreate>> {
  const { user, now, deps } = context;
  requirePerson(user);
  const expiry = new Date(expiresAt);
  const problem = keyExpiryProblem(expiry, now);
  if (problem !== null) throw fieldError('expiresAt', problem);
  const lacking = permissions.filter((permission) => !user.permissions.has(permission));
  if (lacking.length > 0)
    throw fieldError(
      'permissions',
      `You cannot give a key permissions that you do not have: ${lacking.join(', ')}`,
    );
  const { key, prefix, hash } = generateApiKey(deps.keys);
  return inTransaction(context, async (tx) => {
    await lockNames(tx.db);
    if (await hasActiveName(tx.db, name, now))
      throw conflict('An active API key already has this name', 'name');
    const id = await insertApiKey(
      tx.db,
      { name, prefix, key_hash: hash, created_by: user.id, created_at: now, expires_at: expiry },
      permissions,
    );
    tx.audit({
      action: 'Created',
      entityType: 'ApiKey',
      entityId: id,
      newValues: { name, permissions, expiresAt: expiry.toISOString() },
    });
    announce(tx, id, 'api_key.created', `API key ${name} was created`);
    return { id, key };
  });
}

/** Revokes a key, from the next request on. Throws NOT_FOUND, and CONFLICT if it is revoked already. */
export async function revokeApiKey(context: SignedInContext, id: string): Promise<ApiKey> {
  const { user, now } = context;
  return inTransaction(context, async (tx) => {
    const isRevoked = await revoke(tx.db, id, user.id, now);
    const row = await findApiKey(tx.db, id, now);
    if (row === undefined) throw notFound('This API key does not exist.');
    if (!isRevoked) throw conflict('This API key is already revoked.');
    tx.audit({
      action: 'Deleted',
      entityType: 'ApiKey',
      entityId: id,
      oldValues: { name: row.name, state: 'Active' },
      newValues: { state: 'Revoked' },
    });
    announce(tx, id, 'api_key.revoked', `API key ${row.name} was revoked`);
    return presentApiKey(row, now);
  });
}

function announce(tx: Tx, id: string, event: ActivityEvent, description: string): void {
  tx.activity({
    event,
    description,
    icon: 'Security',
    color: 'warning',
    entityType: 'ApiKey',
    entityId: id,
    requiredRole: 'Admin',
  });
}
