import type { CurrentUser } from '@portal/contract/session';
import type { Guard } from '@portal/contract/endpoint';
import type { PermissionName } from '@portal/domain/permissions';
import type { RoleName } from '@portal/domain/roles';
import { useMemo, useSyncExternalStore } from 'react';
import { session } from '#lib/portal.ts';
import { hasAnyRole, holdsPermission, passesGuard } from './access.ts';
import type { SessionState } from './state.ts';

/** The session state; the component re-renders when it changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.state);
}

const isShown = () => session.state().phase !== 'checking';

/** Whether the user sees the page. A hidden page, which is prepared while the session is checked, cannot take the focus. */
export function useIsShown(): boolean {
  return useSyncExternalStore(session.subscribe, isShown);
}

/** The signed-in user. Throws outside of the pages that require sign-in. */
export function useCurrentUser(): CurrentUser {
  const { user } = useSession();
  if (user === null) throw new Error('There is no signed-in user here');
  return user;
}

/** Access checks for showing and hiding; the server decides on every call. */
export interface Access {
  readonly can: (permission: PermissionName) => boolean;
  /** Whether the user has any of the roles; SuperAdmin passes every role check. */
  readonly hasRole: (...roles: readonly RoleName[]) => boolean;
  readonly passes: (guard: Guard) => boolean;
}

/** Access checks for the signed-in user. */
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
