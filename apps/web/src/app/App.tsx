import { useEffect, useState } from 'react';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { useSession } from '#lib/session/use-session.ts';
import { LoadingScreen } from '#ui/LoadingScreen.tsx';
import { createPublicRouter } from './public-router.tsx';
import { errorWords, reportError } from './screens/error-words.ts';
import { MessageScreen } from './screens/MessageScreen.tsx';
import { UnreachableScreen } from './screens/UnreachableScreen.tsx';

/** The loader while the session is checked, then the sign-in screen or the portal (spec 1 §2.1). */
export function App() {
  const { phase } = useSession();
  if (phase === 'starting') return <LoadingScreen />;
  if (phase === 'unreachable') return <UnreachableScreen />;
  return <Router />;
}

type Routers = { readonly router: DataRouter; readonly isPortal: boolean };

// One router at a time listens to the address bar; it outlives the components that show it.
let current: Routers | null = null;

function Router() {
  const { isAuthenticated } = useSession();
  const [routers, setRouters] = useState(() => (isAuthenticated ? current : (current ??= startPublic())));
  const [failure, setFailure] = useState<unknown>(null);
  const needsPortal = isAuthenticated && routers?.isPortal !== true;

  useEffect(() => {
    if (!needsPortal) return undefined;
    let isWanted = true;
    const replaceRouter = (create: () => DataRouter) => {
      if (!isWanted) return;
      current?.router.dispose();
      current = { router: create(), isPortal: true };
      setRouters(current);
    };
    loadPortal()
      .then(replaceRouter)
      .catch((error: unknown) => {
        reportError(error);
        setFailure(error);
      });
    return () => {
      isWanted = false;
    };
  }, [needsPortal]);

  if (failure !== null) {
    return (
      <MessageScreen {...errorWords(failure)} action="Reload" onAction={() => window.location.reload()} />
    );
  }
  if (routers === null) return <LoadingScreen />;
  return <RouterProvider key={String(routers.isPortal)} router={routers.router} onError={reportError} />;
}

const startPublic = (): Routers => ({ router: createPublicRouter(), isPortal: false });

/** Fetches the code behind sign-in; called early when a session is stored, while the server is asked about it. */
export async function loadPortal(): Promise<() => DataRouter> {
  const { createPortalRouter } = await import('./portal-router.tsx');
  return createPortalRouter;
}
