import { Suspense, useDeferredValue, useEffect } from 'react';
import { Box } from '@mui/material';
import { useSession } from '#lib/session/use-session.ts';
import { LoadingScreen } from '#ui/LoadingScreen.tsx';
import { PortalPart } from './load-portal.tsx';
import { PublicApp } from './PublicApp.tsx';
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
