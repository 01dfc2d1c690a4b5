import type { QueryClient } from '@tanstack/react-query';

type Fields = Readonly<Record<string, unknown>>;
/** A record as calls that change one answer it. */
type VersionedRecord = Fields & { readonly id: string | number; readonly version: number };

/**
 * Puts what a change answered in place of the older versions of the same record that are kept of these areas, so that the next step
 * is based on it even before lists and pages are read again. A kept record that says more, or says it in another form, is left as it
 * is: it is read again in a moment.
 */
export function keepAnswer(client: QueryClient, tags: readonly string[], answer: unknown): void {
  const records = recordsOf(answer);
  if (records.length === 0) return;
  for (const tag of tags)
    // What a form was opened with stays as it is until the form has been left (`FORM_QUERY`).
    client.setQueriesData({ queryKey: [tag], predicate: (query) => !query.isDisabled() }, (kept: unknown) => {
      const renewed = renew(kept, records);
      // Without a new value the answer keeps its age.
      return renewed === kept ? undefined : renewed;
    });
}

/** The answer itself, or what it holds beside its message. */
function recordsOf(answer: unknown): VersionedRecord[] {
  if (!isFields(answer)) return [];
  return [answer, ...Object.values(answer)].filter((part) => isVersioned(part));
}

function renew(kept: unknown, records: readonly VersionedRecord[]): unknown {
  if (Array.isArray(kept)) return changed(kept, (part: unknown) => renew(part, records));
  if (!isFields(kept)) return kept;
  const newer = isVersioned(kept) ? records.find((record) => replaces(record, kept)) : undefined;
  if (newer !== undefined) return Object.fromEntries(Object.keys(kept).map((key) => [key, newer[key]]));
  const parts = Object.entries(kept).map(([key, part]): [string, unknown] => [key, renew(part, records)]);
  return parts.every(([key, part]) => part === kept[key]) ? kept : Object.fromEntries(parts);
}

function changed(list: readonly unknown[], change: (part: unknown) => unknown): readonly unknown[] {
  const parts = list.map((part) => change(part));
  return parts.every((part, at) => part === list[at]) ? list : parts;
}

const replaces = (record: VersionedRecord, kept: VersionedRecord): boolean =>
  record.id === kept.id &&
  record.version > kept.version &&
  Object.entries(kept).every(([key, value]) => key in record && isAlike(record[key], value));

/** Of one kind, as far as can be told from two values of which one may be empty. */
const isAlike = (one: unknown, other: unknown): boolean =>
  one === null ||
  other === null ||
  (typeof one === typeof other && Array.isArray(one) === Array.isArray(other));

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob);

const isVersioned = (value: unknown): value is VersionedRecord =>
  isFields(value) &&
  (typeof value['id'] === 'string' || typeof value['id'] === 'number') &&
  typeof value['version'] === 'number';
