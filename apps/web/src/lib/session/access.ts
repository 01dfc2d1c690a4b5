import type { Guard } from '@portal/contract/endpoint';
import type { PermissionName } from '@portal/domain/permissions';
import { passesRoleCheck } from '@portal/domain/roles';
import type { RoleName } from '@portal/domain/roles';
import type { SessionState } from './state.ts';

type Holder = Pick<SessionState, 'isAuthenticated' | 'user' | 'permissions'>;

/** Whether the signed-in user holds a permission now. The page only reflects it: the server decides on every call. */
export function holdsPermission(state: Holder, permission: PermissionName): boolean {
  return state.isAuthenticated && state.permissions.includes(permission);
}

/** Whether the user has any one of the roles; SuperAdmin passes every role check. */
export function hasAnyRole(state: Holder, ...roles: readonly RoleName[]): boolean {
  return state.isAuthenticated && state.user !== null && passesRoleCheck(state.user.roles, roles);
}

/** Whether a guard of the contract or of a route lets the user pass. */
export function passesGuard(state: Holder, guard: Guard): boolean {
  if (guard.kind === 'public') return true;
  if (guard.kind === 'signedIn') return state.isAuthenticated;
  if (guard.kind === 'roles')
    return (
      hasAnyRole(state, ...guard.anyOf) ||
      (guard.orPermission !== undefined && holdsPermission(state, guard.orPermission))
    );
  return guard.anyOf.some((permission) => holdsPermission(state, permission));
}
