import type { AuditEntry } from '@portal/contract/audit';

/** One line of "Who has looked at this record": an entry, or several of a kind within some minutes. */
export interface AccessGroup {
  /** The newest one. */
  readonly entry: AuditEntry;
  /** When the first of them was. */
  readonly since: string;
  readonly count: number;
  /** From where, each address once, the newest first. */
  readonly addresses: readonly string[];
}

/** Looking again so soon is still the same visit. */
export const VISIT_MINUTES = 10;
const VISIT_MS = VISIT_MINUTES * 60_000;

const LOOKS = new Set(['Viewed', 'Accessed']);

/**
 * Entries, newest first, with repeated looks of one person at the same kind of thing put together when each is at most ten minutes after
 * the one before. Changes are never put together, and a look for a reason only with others for that reason.
 */
export function groupAccess(entries: readonly AuditEntry[]): readonly AccessGroup[] {
  const groups: AccessGroup[] = [];
  const places = new Map<string, number>();
  for (const entry of entries) {
    const { action, userId, entityType, reasonForAccess, timestamp, ipAddress } = entry;
    const addresses = ipAddress === null ? [] : [ipAddress];
    const key = LOOKS.has(action) ? JSON.stringify([userId, entityType, reasonForAccess]) : null;
    const place = key === null ? undefined : places.get(key);
    const open = place === undefined ? undefined : groups[place];
    if (place !== undefined && open && Date.parse(open.since) - Date.parse(timestamp) <= VISIT_MS) {
      const count = open.count + 1;
      groups[place] = {
        ...open,
        since: timestamp,
        count,
        addresses: [...new Set([...open.addresses, ...addresses])],
      };
      continue;
    }
    if (key !== null) places.set(key, groups.length);
    groups.push({ entry, since: timestamp, count: 1, addresses });
  }
  return groups;
}
