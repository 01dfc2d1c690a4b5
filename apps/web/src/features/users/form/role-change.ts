import type { Role } from '@portal/contract/users';

/** Role IDs. The first is the main role, which the select shows; the others stay until they are removed. */
export type RoleIds = readonly string[];

/** Replaces the main role and keeps the additional ones. */
export const withMainRole = (ids: RoleIds, main: string): string[] => [
  main,
  ...ids.slice(1).filter((id) => id !== main),
];

/** Adds an additional role. */
export const withRole = (ids: RoleIds, id: string): string[] => (ids.includes(id) ? [...ids] : [...ids, id]);

export const withoutRole = (ids: RoleIds, id: string): string[] => ids.filter((held) => held !== id);

/** How saving would change the user's roles. */
export interface RoleChange {
  readonly removed: readonly Role[];
  readonly added: readonly Role[];
  readonly kept: readonly Role[];
}

/** Compares the saved roles with those in the form; each list is in the order of `roles`. */
export function roleChange(saved: RoleIds, chosen: RoleIds, roles: readonly Role[]): RoleChange {
  return {
    removed: roles.filter(({ id }) => saved.includes(id) && !chosen.includes(id)),
    added: roles.filter(({ id }) => !saved.includes(id) && chosen.includes(id)),
    kept: roles.filter(({ id }) => saved.includes(id) && chosen.includes(id)),
  };
}
