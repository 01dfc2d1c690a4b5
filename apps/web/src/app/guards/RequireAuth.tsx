import { Navigate, Outlet, useLocation } from 'react-router';
import { returnState } from '#lib/session/return-path.ts';
import { useSession } from '#lib/session/use-session.ts';
import { CHANGE_PASSWORD_PATH } from '../routes/session.ts';

/**
 * Lets signed-in users through. Others are redirected to /login and return to the page afterwards, unless they signed out
 * themselves. Users who must change their password are redirected to that screen.
 */
export function RequireAuth() {
  const { isAuthenticated, user, lastEnd } = useSession();
  const { pathname, search } = useLocation();
  const path = `${pathname}${search}`;
  if (!isAuthenticated) {
    const state = lastEnd?.reason === 'signedOut' ? null : returnState(path, lastEnd?.userId ?? null);
    return <Navigate to="/login" replace state={state} />;
  }
  if (user?.mustChangePassword === true && pathname !== CHANGE_PASSWORD_PATH) {
    return <Navigate to={CHANGE_PASSWORD_PATH} replace state={returnState(path, user.id)} />;
  }
  return <Outlet />;
}
