import type { RolePermissions } from '@portal/contract/role-permissions';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { forgetKept, keepWhenSessionEnds, keptValues } from '#lib/session/kept-values.ts';

type RoleGrant = RolePermissions['permissions'][number];

/** Whether a category's box is ticked, half ticked or not, and the permissions behind it. */
export interface GrantGroup {
  readonly category: string;
  readonly grants: readonly StagedGrant[];
  readonly state: 'all' | 'some' | 'none';
  readonly modifiedCount: number;
}

export interface StagedGrant extends RoleGrant {
  /** Differs from what is saved. */
  readonly isModified: boolean;
}

/** The staged changes with these as well; what is turned back to the saved value is none, so that it never undoes a colleague's. */
export function withStaged(
  role: Pick<RolePermissions, 'permissions'>,
  staged: ReadonlyMap<string, boolean>,
  ids: readonly string[],
  isGranted: boolean,
): ReadonlyMap<string, boolean> {
  const saved = new Map(role.permissions.map((grant) => [grant.permissionId, grant.isGranted]));
  const next = [...staged, ...ids.map((id) => [id, isGranted] as const)];
  return new Map([...new Map(next)].filter(([id, value]) => saved.get(id) !== value));
}

/** What is to be changed of a role, by the permission's id; what equals the saved value is no change. */
export function pendingChanges(
  role: Pick<RolePermissions, 'permissions'>,
  staged: ReadonlyMap<string, boolean>,
): { permissionId: string; isGranted: boolean }[] {
  return role.permissions.flatMap(({ permissionId, isGranted }) => {
    const wanted = staged.get(permissionId) ?? isGranted;
    return wanted === isGranted ? [] : [{ permissionId, isGranted: wanted }];
  });
}

/** The permissions by category as they are to be, in the catalogue's order. */
export function groupGrants(
  role: Pick<RolePermissions, 'permissions'>,
  staged: ReadonlyMap<string, boolean>,
): GrantGroup[] {
  const grants = role.permissions.map((grant): StagedGrant => {
    const isGranted = staged.get(grant.permissionId) ?? grant.isGranted;
    return { ...grant, isGranted, isModified: isGranted !== grant.isGranted };
  });
  return [...Map.groupBy(grants, ({ category }) => category)].map(([category, mine]) => {
    const count = mine.filter(({ isGranted }) => isGranted).length;
    return {
      category,
      grants: mine,
      state: count === 0 ? 'none' : count === mine.length ? 'all' : 'some',
      modifiedCount: mine.filter(({ isModified }) => isModified).length,
    };
  });
}

const keptSchema = z.array(z.tuple([z.string(), z.boolean()]));

/** Changes of a role that are not saved yet; they outlast the end of the session. */
export function useStagedChanges(role: Pick<RolePermissions, 'roleId' | 'permissions'>) {
  const key = `role permissions ${role.roleId}`;
  const [staged, setStaged] = useState<ReadonlyMap<string, boolean>>(() => {
    const kept = keptSchema.safeParse(keptValues(key));
    return new Map(kept.success ? kept.data : []);
  });
  useEffect(() => forgetKept(key), [key]);
  useEffect(() => keepWhenSessionEnds(key, () => (staged.size > 0 ? [...staged] : null)), [key, staged]);
  return {
    staged,
    stage: (ids: readonly string[], isGranted: boolean) =>
      setStaged((before) => withStaged(role, before, ids, isGranted)),
    discard: () => setStaged(new Map()),
  };
}
