import { Navigate, useLocation } from 'react-router';
import { LoginPage } from '#features/session/LoginPage.tsx';
import { useSession } from '#lib/session/use-session.ts';
import { landingPath } from './landing.ts';

/** The sign-in screen inside the portal's router; redirects a user who is already signed in. */
export function LoginRoute() {
  const state = useSession();
  const { state: entry } = useLocation();
  return state.isAuthenticated ? <Navigate to={landingPath(state, entry)} replace /> : <LoginPage />;
}
