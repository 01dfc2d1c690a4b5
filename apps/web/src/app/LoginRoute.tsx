import { Navigate, useLocation } from 'react-router';
import { LoginPage } from '#features/session/LoginPage.tsx';
import { useSession } from '#lib/session/use-session.ts';
import { landingPath } from './landing.ts';

/** The sign-in screen once the portal's code is there; a signed-in user is led on. */
export function LoginRoute() {
  const state = useSession();
  const { state: entry } = useLocation();
  return state.isAuthenticated ? <Navigate to={landingPath(state, entry)} replace /> : <LoginPage />;
}
