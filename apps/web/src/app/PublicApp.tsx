import { useEffect } from 'react';
import { LoginPage } from '#features/session/LoginPage.tsx';
import { session } from '#lib/portal.ts';
import { returnState } from '#lib/session/return-path.ts';
import { preloadPortal } from './load-portal.ts';
import { PRODUCT_TITLE } from '#ui/product.ts';

/**
 * The portal until somebody signs in: the sign-in screen at whatever address. It does without the router, whose weight the
 * sign-in screen need not carry; once the portal's code is there, the router takes over.
 */
export function PublicApp() {
  useEffect(() => {
    document.title = `Sign In | ${PRODUCT_TITLE}`;
    stayAtLogin();
    window.addEventListener('popstate', stayAtLogin);
    // Whoever types is about to sign in.
    document.addEventListener('input', preloadPortal, { once: true });
    return () => {
      window.removeEventListener('popstate', stayAtLogin);
      document.removeEventListener('input', preloadPortal);
    };
  }, []);
  return <LoginPage />;
}

/** Any other address becomes /login, history replaced, and is remembered for after signing in. */
function stayAtLogin(): void {
  const { pathname, search } = window.location;
  if (pathname === '/login') return;
  const { lastEnd } = session.state();
  window.history.replaceState(returnState(`${pathname}${search}`, lastEnd?.userId ?? null), '', '/login');
}
