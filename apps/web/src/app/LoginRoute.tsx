import { Navigate, useLocation } from 'react-router';
import { LoginPage } from '#features/session/LoginPage.tsx';
import { returnPathFor } from '#lib/session/return-path.ts';
import { useAccess, useSession } from '#lib/session/use-session.ts';
import { pageAt } from './routes/areas.ts';

/**
 * The sign-in screen; a signed-in user is led on (spec 1 §2.2): back to the page the same user came from (decisions 14),
 * else to the preferred landing page where there is one to see (decisions 19), else to /.
 */
export function LoginRoute() {
  const { isAuthenticated, user } = useSession();
  const { passes } = useAccess();
  const { state } = useLocation();
  if (!isAuthenticated || user === null) return <LoginPage />;
  const landing = pageAt(user.preferences.landingPage);
  const landingPath = landing !== undefined && passes(landing.guard) ? user.preferences.landingPage : '/';
  return <Navigate to={returnPathFor(state, user.id) ?? landingPath} replace />;
}
