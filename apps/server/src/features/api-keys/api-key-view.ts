import type { ApiKey } from '@portal/contract/api-keys';
import { isKeyValidAt, type ApiKeyState } from '@portal/domain/api-key';
import { PERMISSION_NAMES } from '@portal/domain/permissions';
import { storableAddress } from '#audit/storable.ts';
import { KEY_MARK } from '#security/api-key.ts';
import type { ApiKeyRow } from './api-key-repo.ts';

/** Converts a row to a key of the list. */
export function presentApiKey(row: ApiKeyRow, now: Date): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: `${KEY_MARK}${row.prefix}`,
    permissions: PERMISSION_NAMES.filter((name) => row.permissions.includes(name)),
    createdBy: { id: row.created_by, firstName: row.first_name, lastName: row.last_name },
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    revokedBy: revokerOf(row),
    suspendedAt: row.suspended_at?.toISOString() ?? null,
    suspendedBecause: row.suspended_because,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastUsedIp: storableAddress(row.last_used_ip),
    state: stateOf(row, now),
  };
}

function stateOf(row: ApiKeyRow, now: Date): ApiKeyState {
  if (row.revoked_at !== null) return 'Revoked';
  if (!isKeyValidAt(row.expires_at, now)) return 'Expired';
  if (!row.creator_is_active) return 'CreatorInactive';
  return row.suspended_at === null ? 'Active' : 'Suspended';
}

function revokerOf({
  revoked_by: id,
  revoker_first_name: firstName,
  revoker_last_name: lastName,
}: ApiKeyRow) {
  return id === null || firstName === null || lastName === null ? null : { id, firstName, lastName };
}
