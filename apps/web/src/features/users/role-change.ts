import type { Role } from '@portal/contract/users';

/** The first one is the main role, which the select shows; the others stay until they are taken away. */
export type RoleIds = readonly string[];

/** Another main role takes the place of the one before; roles held besides stay. */
export const withMainRole = (ids: RoleIds, main: string): string[] => [
  main,
  ...ids.slice(1).filter((id) => id !== main),
];

/** One role more, held besides the main one. */
export const withRole = (ids: RoleIds, id: string): string[] => (ids.includes(id) ? [...ids] : [...ids, id]);

export const withoutRole = (ids: RoleIds, id: string): string[] => ids.filter((held) => held !== id);

/** What saving would do to the user's roles. */
export interface RoleChange {
  readonly removed: readonly Role[];
  readonly added: readonly Role[];
  readonly kept: readonly Role[];
}

/** Compares the saved roles with those in the form, in the order of the roles. */
export function roleChange(saved: RoleIds, chosen: RoleIds, roles: readonly Role[]): RoleChange {
  return {
    removed: roles.filter(({ id }) => saved.includes(id) && !chosen.includes(id)),
    added: roles.filter(({ id }) => !saved.includes(id) && chosen.includes(id)),
    kept: roles.filter(({ id }) => saved.includes(id) && chosen.includes(id)),
  };
}
