import type { SessionChoice } from './use-day-session.ts';

/** The editor's address for a new dictation from a template. */
export function newNotePath(
  templateId: string,
  { providerId, locationId, sessionDate }: SessionChoice,
): string {
  const query = new URLSearchParams({
    template: templateId,
    providerId,
    locationId,
    date: sessionDate,
  });
  return `/dictations/new?${query.toString()}`;
}

/** Where a stored dictation is changed, beginning at one of its fields. */
export const editFieldPath = (dictationId: string, fieldId: string): string =>
  `/dictations/${dictationId}/edit#${fieldId}`;

/** Where a note of a template is written for a patient; in the session if there is one. */
export function patientNotePath(
  templateId: string,
  patientId: string,
  session: SessionChoice | null,
): string {
  const query =
    session === null
      ? { template: templateId, patientId }
      : {
          template: templateId,
          providerId: session.providerId,
          locationId: session.locationId,
          date: session.sessionDate,
          patientId,
        };
  return `/dictations/new?${new URLSearchParams(query).toString()}`;
}

interface Ranked {
  readonly name: string;
  readonly isDefault: boolean;
  readonly quickAccessOrder: number | null;
}

/**
 * What the quick start shows as tiles: the default template first, then those with a quick access order; without any,
 * all of them by name. The others are found by their name.
 */
export function quickStart<T extends Ranked>(
  templates: readonly T[],
): { readonly tiles: readonly T[]; readonly others: readonly T[] } {
  const isTile = ({ isDefault, quickAccessOrder }: T) => isDefault || quickAccessOrder !== null;
  const tiles = templates.filter(isTile).toSorted(byRank);
  const others = templates.filter((template) => !isTile(template)).toSorted(byRank);
  return tiles.length === 0 ? { tiles: others, others: [] } : { tiles, others };
}

const byRank = (a: Ranked, b: Ranked): number =>
  Number(b.isDefault) - Number(a.isDefault) ||
  (a.quickAccessOrder ?? Infinity) - (b.quickAccessOrder ?? Infinity) ||
  a.name.localeCompare(b.name);

interface Keyed {
  readonly id: string;
  readonly quickAccessOrder: number | null;
  readonly createdAt: string;
}

/**
 * The digit from 1 to 9 that starts a note of a template: its own quick access order, so that no other template's coming or going moves it.
 * Of several with one number the oldest has the key.
 */
export function digitKeys<T extends Keyed>(templates: readonly T[]): ReadonlyMap<number, T> {
  const keys = new Map<number, T>();
  const byAge = templates.toSorted(
    (a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id),
  );
  for (const template of byAge) {
    const order = template.quickAccessOrder;
    if (order !== null && order >= 1 && order <= 9 && !keys.has(order)) keys.set(order, template);
  }
  return keys;
}

/** What templates without a category fall under. */
export const UNCATEGORIZED = 'Uncategorized';

/** Templates by category, the categories in display order and those without one last; within one by name. */
export function byCategory<T extends { readonly name: string; readonly categoryName: string | null }>(
  templates: readonly T[],
  categories: readonly { readonly name: string; readonly displayOrder: number }[],
): readonly { readonly name: string; readonly templates: readonly T[] }[] {
  const orders = new Map(categories.map(({ name, displayOrder }) => [name, displayOrder]));
  const groups = Map.groupBy(templates, ({ categoryName }) => categoryName ?? UNCATEGORIZED);
  const rank = (name: string) => (name === UNCATEGORIZED ? Infinity : (orders.get(name) ?? Number.MAX_VALUE));
  return [...groups.entries()]
    .map(([name, members]) => ({
      name,
      templates: members.toSorted((a, b) => a.name.localeCompare(b.name)),
    }))
    .toSorted((a, b) => compare(rank(a.name), rank(b.name)) || a.name.localeCompare(b.name));
}

/** Two infinities are equal, which a difference would not say. */
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
