import type { RolePermissions } from '@portal/contract/role-permissions';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { removeRestored, restoredValues, saveWhenSessionEnds } from '#lib/session/restored-values.ts';

type RoleGrant = RolePermissions['permissions'][number];

/** A category's permissions with the state of its checkbox. */
export interface GrantGroup {
  readonly category: string;
  readonly grants: readonly StagedGrant[];
  readonly state: 'all' | 'some' | 'none';
  readonly modifiedCount: number;
}

export interface StagedGrant extends RoleGrant {
  /** Differs from the saved value. */
  readonly isModified: boolean;
}

/**
 * Adds changes to the staged ones. A change back to the saved value is dropped, so that it never undoes someone else's
 * change.
 */
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

/** The changes to save, without those that equal the saved value. */
export function pendingChanges(
  role: Pick<RolePermissions, 'permissions'>,
  staged: ReadonlyMap<string, boolean>,
): { permissionId: string; isGranted: boolean }[] {
  return role.permissions.flatMap(({ permissionId, isGranted }) => {
    const wanted = staged.get(permissionId) ?? isGranted;
    return wanted === isGranted ? [] : [{ permissionId, isGranted: wanted }];
  });
}

/** The permissions by category with staged changes applied, in catalog order. */
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

const savedSchema = z.array(z.tuple([z.string(), z.boolean()]));

/** Unsaved changes to a role. They are restored after the session expires. */
export function useStagedChanges(role: Pick<RolePermissions, 'roleId' | 'permissions'>) {
  const key = `role permissions ${role.roleId}`;
  const [staged, setStaged] = useState<ReadonlyMap<string, boolean>>(() => {
    const saved = savedSchema.safeParse(restoredValues(key));
    return new Map(saved.success ? saved.data : []);
  });
  useEffect(() => removeRestored(key), [key]);
  useEffect(() => saveWhenSessionEnds(key, () => (staged.size > 0 ? [...staged] : null)), [key, staged]);
  return {
    staged,
    stage: (ids: readonly string[], isGranted: boolean) =>
      setStaged((before) => withStaged(role, before, ids, isGranted)),
    discard: () => setStaged(new Map()),
  };
}
