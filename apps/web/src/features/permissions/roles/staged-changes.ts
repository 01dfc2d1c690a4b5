import type { RolePermissions } from '@portal/contract/role-permissions';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { groupPermissions, type PermissionGroup } from '#pickers/PermissionCategory.tsx';
import { removeRestored, restoredValues, saveWhenSessionEnds } from '#lib/session/restored-values.ts';

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
): PermissionGroup[] {
  return groupPermissions(
    role.permissions.map((grant) => {
      const isGranted = staged.get(grant.permissionId) ?? grant.isGranted;
      return { ...grant, isGranted, isModified: isGranted !== grant.isGranted };
    }),
  );
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
