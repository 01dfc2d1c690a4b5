import type { SessionChoice } from './use-day-session.ts';

export function newDictationPath(
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

/** Path that edits a saved dictation, with the focus on one of its fields or billing lines. */
export const findingPath = (
  dictationId: string,
  { fieldId, lineIndex }: { readonly fieldId: string | null; readonly lineIndex: number | null },
): string =>
  `/dictations/${dictationId}/edit#${fieldId ?? (lineIndex === null ? '' : lineAnchor(lineIndex))}`;

/** The element ID of a billing line in the editor, by its place among all lines, from 0. */
export const lineAnchor = (lineIndex: number): string => `billing-line-${lineIndex}`;

/** Path of a new dictation for a patient, maybe from an order, with the session's settings if there is a session. */
export function patientDictationPath(
  templateId: string,
  patientId: string,
  session: SessionChoice | null,
  orderId?: string,
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
  const params = new URLSearchParams(query);
  if (orderId !== undefined) params.set('order', orderId);
  return `/dictations/new?${params.toString()}`;
}

interface Ranked {
  readonly name: string;
  readonly isDefault: boolean;
  readonly quickAccessOrder: number | null;
}

/**
 * Splits templates for the quick start. Tiles: the default template, then those with a quick access order, or all templates by
 * name if there are none of these. The others are found by name.
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
 * Maps digits 1 to 9 to templates by their quick access order, so a key does not change when other templates are added or
 * removed. If several templates share a number, the oldest gets the key.
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

/** Category name for templates without a category. */
export const UNCATEGORIZED = 'Uncategorized';

/** Groups templates by category: categories in display order, uncategorized last, templates by name. */
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

/** Compares numbers. Subtraction would give NaN for two infinities. */
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
