import type { AuditEntry } from '@portal/contract/audit';

/** One row of the Access tab: an entry, or several similar views within a few minutes. */
export interface AccessGroup {
  /** The newest entry. */
  readonly entry: AuditEntry;
  /** Timestamp of the oldest entry. */
  readonly since: string;
  readonly count: number;
  /** Distinct IP addresses, newest first. */
  readonly addresses: readonly string[];
}

/** Views within this many minutes of each other are combined. */
export const VISIT_MINUTES = 10;
const VISIT_MS = VISIT_MINUTES * 60_000;

const VIEWS = new Set(['Viewed', 'Accessed']);

/**
 * Groups entries (newest first): combines repeated views of the same entity type, or of lists of it, by one user or API key, for the same reason, that are
 * at most VISIT_MINUTES apart. Changes are never combined.
 */
export function groupAccess(entries: readonly AuditEntry[]): readonly AccessGroup[] {
  const groups: AccessGroup[] = [];
  const places = new Map<string, number>();
  for (const entry of entries) {
    const { action, userId, apiKey, entityType, namesPatients, reasonForAccess, timestamp, ipAddress } =
      entry;
    const addresses = ipAddress === null ? [] : [ipAddress];
    const key = VIEWS.has(action)
      ? JSON.stringify([userId, apiKey?.id, entityType, namesPatients, reasonForAccess])
      : null;
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
