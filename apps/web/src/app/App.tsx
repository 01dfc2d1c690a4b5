import { Suspense, useDeferredValue, useEffect } from 'react';
import { useSession } from '#lib/session/use-session.ts';
import { LoadingScreen } from '#ui/LoadingScreen.tsx';
import { PortalPart } from './load-portal.tsx';
import { PublicApp } from './PublicApp.tsx';
import { UnreachableScreen } from './screens/UnreachableScreen.tsx';

/** Once the portal has been shown, it stays mounted: its router also shows the sign-in screen after a session ends. */
let wasPortalOpen = false;

/** Shows the loader while the session is checked, then the sign-in screen or the portal. */
export function App() {
  const { phase } = useSession();
  if (phase === 'starting') return <LoadingScreen />;
  if (phase === 'unreachable') return <UnreachableScreen />;
  return <Screens />;
}

function Screens() {
  const { isAuthenticated } = useSession();
  const isPortalOpen = isAuthenticated || wasPortalOpen;
  // Deferred: the sign-in screen stays visible in its busy state until the portal's code has loaded.
  const shown = useDeferredValue(isPortalOpen);
  useEffect(() => {
    wasPortalOpen = isPortalOpen;
  }, [isPortalOpen]);
  return <Suspense fallback={<LoadingScreen />}>{shown ? <PortalPart /> : <PublicApp />}</Suspense>;
}
