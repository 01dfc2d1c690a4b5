import { useState } from 'react';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { session } from '#lib/portal.ts';
import { landingPath } from './landing.ts';
import { createPortalRouter } from './portal-router.tsx';
import { reportError } from './screens/error-words.ts';

// One router listens to the address bar; it outlives the components that show it.
let router: DataRouter | null = null;

/** The portal behind sign-in, with its router. */
export function PortalApp() {
  const [current] = useState(() => (router ??= openRouter()));
  return <RouterProvider router={current} onError={reportError} />;
}

function openRouter(): DataRouter {
  const { pathname } = window.location;
  // Whoever comes from the sign-in screen starts on the page it leads to.
  if (pathname === '/login')
    window.history.replaceState(null, '', landingPath(session.state(), window.history.state));
  return createPortalRouter();
}
