import type { Guard } from '@portal/contract/endpoint';
import type { PermissionName } from '@portal/domain/permissions';
import { passesRoleCheck, type RoleName } from '@portal/domain/roles';
import type { SessionState } from './state.ts';

type Holder = Pick<SessionState, 'isAuthenticated' | 'user' | 'permissions'>;

/** Whether the signed-in user currently has a permission. For display only: the server checks on every call. */
export function holdsPermission(state: Holder, permission: PermissionName): boolean {
  return state.isAuthenticated && state.permissions.includes(permission);
}

/** Whether the user has any of the roles; SuperAdmin passes every role check. */
export function hasAnyRole(state: Holder, ...roles: readonly RoleName[]): boolean {
  return state.isAuthenticated && state.user !== null && passesRoleCheck(state.user.roles, roles);
}

/** Whether the user passes a guard of the contract or of a route. */
export function passesGuard(state: Holder, guard: Guard): boolean {
  if (guard.kind === 'public') return true;
  if (guard.kind === 'signedIn') return state.isAuthenticated;
  if (guard.and?.every((permission) => holdsPermission(state, permission)) === false) return false;
  if (guard.kind === 'roles')
    return (
      hasAnyRole(state, ...guard.anyOf) ||
      (guard.orPermission !== undefined && holdsPermission(state, guard.orPermission))
    );
  return guard.anyOf.some((permission) => holdsPermission(state, permission));
}
