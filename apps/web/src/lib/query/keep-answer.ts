import type { QueryClient } from '@tanstack/react-query';

type Fields = Readonly<Record<string, unknown>>;
/** A record as returned by endpoints that change one. */
type VersionedRecord = Fields & { readonly id: string | number; readonly version: number };

/**
 * Replaces older versions of a record in the cache of these areas with the record that a change returned. The next
 * step can then use it before lists and pages have reloaded. A cached record with more fields or other types is left
 * unchanged, because it reloads soon.
 */
export function keepAnswer(client: QueryClient, tags: readonly string[], answer: unknown): void {
  const records = recordsOf(answer);
  if (records.length === 0) return;
  for (const tag of tags)
    // Data of an open form stays unchanged until the form is closed (`useFormQuery`).
    client.setQueriesData({ queryKey: [tag], predicate: (query) => !query.isDisabled() }, (kept: unknown) => {
      const renewed = renew(kept, records);
      // Returning undefined keeps the age of the cached data.
      return renewed === kept ? undefined : renewed;
    });
}

/** The response itself, or the records it contains. */
function recordsOf(answer: unknown): VersionedRecord[] {
  if (!isFields(answer)) return [];
  return [answer, ...Object.values(answer)].filter((part) => isVersioned(part));
}

function renew(kept: unknown, records: readonly VersionedRecord[]): unknown {
  if (Array.isArray(kept)) return changed(kept, (part: unknown) => renew(part, records));
  if (!isFields(kept)) return kept;
  const newer = isVersioned(kept) ? records.find((record) => isNewerVersion(record, kept)) : undefined;
  if (newer !== undefined) return Object.fromEntries(Object.keys(kept).map((key) => [key, newer[key]]));
  const parts = Object.entries(kept).map(([key, part]): [string, unknown] => [key, renew(part, records)]);
  return parts.every(([key, part]) => part === kept[key]) ? kept : Object.fromEntries(parts);
}

function changed(list: readonly unknown[], change: (part: unknown) => unknown): readonly unknown[] {
  const parts = list.map((part) => change(part));
  return parts.every((part, at) => part === list[at]) ? list : parts;
}

const isNewerVersion = (record: VersionedRecord, kept: VersionedRecord): boolean =>
  record.id === kept.id &&
  record.version > kept.version &&
  Object.entries(kept).every(([key, value]) => key in record && isSameType(record[key], value));

/** Whether two values have the same type, as far as this can be seen; null matches any type. */
const isSameType = (one: unknown, other: unknown): boolean =>
  one === null ||
  other === null ||
  (typeof one === typeof other && Array.isArray(one) === Array.isArray(other));

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob);

const isVersioned = (value: unknown): value is VersionedRecord =>
  isFields(value) &&
  (typeof value['id'] === 'string' || typeof value['id'] === 'number') &&
  typeof value['version'] === 'number';
