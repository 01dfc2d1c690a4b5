import { Suspense, useDeferredValue, useEffect } from 'react';
import { Box } from '@mui/material';
import { LoginPage } from '#features/session/LoginPage.tsx';
import { session } from '#lib/portal.ts';
import { returnState, sentUser } from '#lib/session/return-path.ts';
import { useSession } from '#lib/session/use-session.ts';
import { LoadingScreen } from '#ui/LoadingScreen.tsx';
import { PRODUCT_TITLE } from '#ui/product.ts';
import { PortalPart } from './load-portal.tsx';
import { preload } from './preload.ts';
import { UnreachableScreen } from './screens/UnreachableScreen.tsx';

/** Once the portal has been shown, it stays mounted: its router also shows the sign-in screen after a session ends. */
let wasPortalOpen = false;

/**
 * Shows the loader while the session is checked, then the sign-in screen or the portal. If the permissions are known from the last time, the
 * portal is prepared behind the loader, so that code and data are asked for together with the session.
 */
export function App() {
  const { phase } = useSession();
  if (phase === 'starting') return <LoadingScreen />;
  if (phase === 'unreachable') return <UnreachableScreen />;
  return <Screens />;
}

/**
 * The portal before sign-in: shows the sign-in screen at any URL. It works without the router to keep the sign-in screen
 * small; once the portal's code has loaded, the router takes over.
 */
function PublicApp() {
  useEffect(() => {
    document.title = `Sign In | ${PRODUCT_TITLE}`;
    stayAtLogin();
    window.addEventListener('popstate', stayAtLogin);
    // A user who types is about to sign in.
    document.addEventListener('input', preloadPortal, { once: true });
    return () => {
      window.removeEventListener('popstate', stayAtLogin);
      document.removeEventListener('input', preloadPortal);
    };
  }, []);
  return <LoginPage />;
}

const preloadPortal = () => void preload(PortalPart.preload);

/** Replaces any other URL with /login and remembers it for after sign-in. */
function stayAtLogin(): void {
  const { pathname, search } = window.location;
  if (pathname === '/login') return;
  const { lastEnd } = session.state();
  window.history.replaceState(
    returnState(`${pathname}${search}`, sentUser() ?? lastEnd?.userId ?? null),
    '',
    '/login',
  );
}

function Screens() {
  const { isAuthenticated, phase } = useSession();
  const isChecking = phase === 'checking';
  const isPortalOpen = isAuthenticated || wasPortalOpen;
  // Deferred: the sign-in screen stays visible in its busy state until the portal's code has loaded.
  const shown = useDeferredValue(isPortalOpen);
  return (
    <>
      {isChecking ? <LoadingScreen covers /> : null}
      <Box sx={{ visibility: isChecking ? 'hidden' : undefined }}>
        <Suspense fallback={isChecking ? null : <LoadingScreen />}>
          {shown ? (
            <>
              <PortalPart />
              <Opened />
            </>
          ) : (
            <PublicApp />
          )}
        </Suspense>
      </Box>
    </>
  );
}

/** Notes that the portal, whose code is loaded beside this, has been shown. */
function Opened() {
  useEffect(() => {
    wasPortalOpen = true;
  }, []);
  return null;
}
