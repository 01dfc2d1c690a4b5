import type { explainedPermission } from '@portal/contract/users';
import type { z } from 'zod';

export type ExplainedPermission = z.output<typeof explainedPermission>;

/** Groups the permissions that match every search word by category, in their original order. */
export function groupPermissions(
  permissions: readonly ExplainedPermission[],
  search: string,
): { readonly category: string; readonly entries: ExplainedPermission[] }[] {
  const words = search.toLowerCase().split(/\s+/);
  const matches = permissions.filter(({ name, description, category, sourceDetails }) => {
    const text = `${name} ${description} ${category} ${sourceDetails}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = Map.groupBy(matches, ({ category }) => category);
  return [...groups].map(([category, entries]) => ({ category, entries }));
}
