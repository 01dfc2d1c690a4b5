import { createBrowserRouter } from 'react-router';
import { LoginPage } from '#features/session/LoginPage.tsx';
import { LoadingScreen } from '#ui/LoadingScreen.tsx';
import { RequireAuth } from './guards/RequireAuth.tsx';
import { PRODUCT_TITLE } from '#ui/product.ts';
import { ErrorScreen } from './screens/ErrorScreen.tsx';

/**
 * The router until somebody signs in: the sign-in screen, and every other address leads there. It keeps the pages' code
 * away from the sign-in screen, which must load fast.
 */
export function createPublicRouter() {
  document.title = `Sign In | ${PRODUCT_TITLE}`;
  return createBrowserRouter([
    { path: '/login', Component: LoginPage, ErrorBoundary: ErrorScreen },
    {
      Component: RequireAuth,
      ErrorBoundary: ErrorScreen,
      children: [{ path: '*', Component: LoadingScreen }],
    },
  ]);
}
