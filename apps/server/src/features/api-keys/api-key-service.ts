import { apiKeyCreate, apiKeyEnable, apiKeyList, apiKeyRevoke } from '@portal/contract/api-keys';
import type { ActivityEvent } from '@portal/domain/activity-event';
import { KEY_ROLES, keyExpiryProblem } from '@portal/domain/api-key';
import { clampPage } from '@portal/domain/list';
import { passesRoleCheck } from '@portal/domain/roles';
import { requirePerson, type Caller } from '#authz/caller.ts';
import { requireProof } from '#features/session/index.ts';
import { conflict, fieldError, notFound } from '#platform/app-error.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { generateApiKey } from '#security/api-key.ts';
import { operation } from '#http/operation.ts';
import {
  countApiKeys,
  enable,
  findApiKey,
  hasActiveName,
  insertApiKey,
  listApiKeys,
  lockNames,
  revoke,
} from './api-key-repo.ts';
import { presentApiKey } from './api-key-view.ts';

const MISSING = 'This API key does not exist.';

/** Gets a page of API keys: of all creators for Admins, of the caller for everyone else. */
export const getApiKeys = operation(apiKeyList, async ({ deps, now, user }, { query }) => {
  const filter = { ...query, ownedBy: ownerScope(user) };
  const totalCount = await countApiKeys(deps.db, filter, now);
  const rows = await listApiKeys(deps.db, filter, clampPage({ ...query, totalCount }), now);
  return { items: rows.map((row) => presentApiKey(row, now)), totalCount };
});

/** Keys whose creator callers may see: all for Admins (null), their own for everyone else, who may have lost the role. */
const ownerScope = ({ id, roles }: Caller): string | null => (passesRoleCheck(roles, KEY_ROLES) ? null : id);

/**
 * Creates a key with permissions that the caller has now, after they confirmed who they are. Only the response contains it. Throws VALIDATION for other permissions and
 * for an expiration in the past or after more than a year, and CONFLICT if an active key has the name.
 */
export const createApiKey = operation(apiKeyCreate, async (context, { body }) => {
  const { name, permissions, expiresAt, ...proof } = body;
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
  await requireProof(context, proof);
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
});

/** Revokes a key, from the next request on. Throws NOT_FOUND, also for others' keys unless the caller is an Admin, and CONFLICT if it is revoked already. */
export const revokeApiKey = operation(apiKeyRevoke, async (context, { params: { id } }) => {
  const { user, now } = context;
  return inTransaction(context, async (tx) => {
    const ofCreator = ownerScope(user);
    const isRevoked = await revoke(tx.db, id, { by: user.id, ofCreator }, now);
    const row = await findApiKey(tx.db, id, now);
    if (row === undefined || (ofCreator !== null && row.created_by !== ofCreator)) throw notFound(MISSING);
    if (!isRevoked) throw conflict('This API key is already revoked.');
    tx.audit({
      action: 'Deleted',
      entityType: 'ApiKey',
      entityId: id,
      oldValues: { name: row.name, state: row.suspended_at === null ? 'Active' : 'Suspended' },
      newValues: { state: 'Revoked' },
    });
    announce(tx, id, 'api_key.revoked', `API key ${row.name} was revoked`);
    return presentApiKey(row, now);
  });
});

/**
 * Enables a suspended key of the caller, after they confirmed who they are. Throws NOT_FOUND, and CONFLICT for other people's keys
 * and those that are not suspended.
 */
export const enableApiKey = operation(apiKeyEnable, async (context, { params: { id }, body: proof }) => {
  const { user, now, deps } = context;
  requirePerson(user);
  const before = await findApiKey(deps.db, id, now);
  if (before === undefined) throw notFound(MISSING);
  if (before.created_by !== user.id)
    throw conflict(
      'Only the person who created this API key can enable it. Create a key of your own instead.',
    );
  await requireProof(context, proof);
  return inTransaction(context, async (tx) => {
    if (!(await enable(tx.db, id))) throw conflict('This API key is not suspended.');
    const row = await findApiKey(tx.db, id, now);
    if (row === undefined) throw notFound(MISSING);
    tx.audit({
      action: 'Updated',
      entityType: 'ApiKey',
      entityId: id,
      oldValues: { state: 'Suspended', because: before.suspended_because },
      newValues: { state: 'Active' },
    });
    announce(tx, id, 'api_key.enabled', `API key ${row.name} was enabled again`);
    return presentApiKey(row, now);
  });
});

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
