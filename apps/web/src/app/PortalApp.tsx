import { useState } from 'react';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { session } from '#lib/portal.ts';
import { landingPath } from './landing.ts';
import { createPortalRouter } from './portal-router.tsx';
import { reportError } from './screens/page-error-text.ts';

// There is one router per page load; it outlives the components that render it.
let router: DataRouter | null = null;

/** The part of the portal that requires sign-in, with its router. */
export function PortalApp() {
  const [current] = useState(() => (router ??= openRouter()));
  return <RouterProvider router={current} onError={reportError} />;
}

function openRouter(): DataRouter {
  const { pathname } = window.location;
  // After sign-in, start on the page that the user should land on.
  if (pathname === '/login')
    window.history.replaceState(null, '', landingPath(session.state(), window.history.state));
  return createPortalRouter();
}
