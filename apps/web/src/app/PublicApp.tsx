import { useEffect } from 'react';
import { LoginPage } from '#features/session/LoginPage.tsx';
import { session } from '#lib/portal.ts';
import { returnState, sentUser } from '#lib/session/return-path.ts';
import { PortalPart } from './load-portal.tsx';
import { preload } from './preload.ts';
import { PRODUCT_TITLE } from '#ui/product.ts';

/**
 * The portal before sign-in: shows the sign-in screen at any URL. It works without the router to keep the sign-in screen
 * small; once the portal's code has loaded, the router takes over.
 */
export function PublicApp() {
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
