import type { CurrentUser } from '@portal/contract/session';
import { Navigate, Outlet, useLocation } from 'react-router';
import { returnState } from '#lib/session/return-path.ts';
import { useSession } from '#lib/session/use-session.ts';
import { CHANGE_PASSWORD_PATH, SET_UP_TWO_FACTOR_PATH } from '../routes/session.ts';

/**
 * Lets signed-in users through. Others are redirected to /login and return to the page afterwards, unless they signed out
 * themselves. Users who must change their password or set up 2FA are redirected to that screen.
 */
export function RequireAuth() {
  const { isAuthenticated, user, lastEnd } = useSession();
  const { pathname, search, state } = useLocation();
  const path = `${pathname}${search}`;
  if (!isAuthenticated) {
    const back = lastEnd?.reason === 'signedOut' ? null : returnState(path, lastEnd?.userId ?? null);
    return <Navigate to="/login" replace state={back} />;
  }
  const requiredPath = requiredPathFor(user);
  if (user !== null && requiredPath !== null && pathname !== requiredPath) {
    // The page to return to stays the same from one required screen to the next.
    const isRequired = pathname === CHANGE_PASSWORD_PATH || pathname === SET_UP_TWO_FACTOR_PATH;
    return <Navigate to={requiredPath} replace state={isRequired ? state : returnState(path, user.id)} />;
  }
  return <Outlet />;
}

function requiredPathFor(user: CurrentUser | null): string | null {
  if (user?.mustChangePassword === true) return CHANGE_PASSWORD_PATH;
  return user?.mustSetUpTwoFactor === true ? SET_UP_TWO_FACTOR_PATH : null;
}
