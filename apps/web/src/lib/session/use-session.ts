import type { CurrentUser } from '@portal/contract/session';
import type { Guard } from '@portal/contract/endpoint';
import type { PermissionName } from '@portal/domain/permissions';
import type { RoleName } from '@portal/domain/roles';
import { useMemo, useSyncExternalStore } from 'react';
import { session } from '#lib/portal.ts';
import { hasAnyRole, holdsPermission, passesGuard } from './access.ts';
import type { SessionState } from './state.ts';

/** The auth state; the component renders again when it changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.state);
}

/** The signed-in user. For components below the access guard; throws elsewhere. */
export function useCurrentUser(): CurrentUser {
  const { user } = useSession();
  if (user === null) throw new Error('There is no signed-in user here');
  return user;
}

/** What the signed-in user may do now, for showing and hiding; the server decides on every call. */
export interface Access {
  readonly can: (permission: PermissionName) => boolean;
  /** Any one of the roles; SuperAdmin passes every role check. */
  readonly hasRole: (...roles: readonly RoleName[]) => boolean;
  readonly passes: (guard: Guard) => boolean;
}

/** `can`, `hasRole` and `passes` of the signed-in user. */
export function useAccess(): Access {
  const state = useSession();
  return useMemo(
    () => ({
      can: (permission) => holdsPermission(state, permission),
      hasRole: (...roles) => hasAnyRole(state, ...roles),
      passes: (guard) => passesGuard(state, guard),
    }),
    [state],
  );
}
