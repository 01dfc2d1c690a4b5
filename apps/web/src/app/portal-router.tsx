import { anyone, signedIn } from '@portal/contract/endpoint';
import { useEffect } from 'react';
import {
  createBrowserRouter,
  Navigate,
  Outlet,
  ScrollRestoration,
  useLocation,
  type RouteObject,
} from 'react-router';
import { LoginPage } from '#features/session/LoginPage.tsx';
import { useSession } from '#lib/session/use-session.ts';
import { LeaveQuestion } from '#ui/form/LeaveQuestion.tsx';
import { visitKey } from '#ui/places.ts';
import { PRODUCT_TITLE } from '#ui/product.ts';
import { GuardedPage } from './guards/GuardedPage.tsx';
import { RequireAuth } from './guards/RequireAuth.tsx';
import { usePage } from './guards/use-page.ts';
import { landingPath } from './landing.ts';
import { areaRoutes } from './routes/areas.ts';
import { pageHandle, type PageHandle } from './routes/page.ts';
import { ErrorScreen } from './screens/ErrorScreen.tsx';
import { NotFoundPage } from './screens/NotFoundPage.tsx';
import { PageError } from './screens/PageError.tsx';
import { AppShell } from './shell/AppShell.tsx';
import { SignedInLayout } from './SignedInLayout.tsx';

const LOGIN: PageHandle = { title: 'Sign In', guard: anyone, layout: 'bare' };
const NOT_FOUND: PageHandle = { title: 'Page not found', guard: signedIn, layout: 'main' };

/** The sign-in screen inside the portal's router; redirects a user who is already signed in. */
function LoginRoute() {
  const state = useSession();
  const { state: entry } = useLocation();
  return state.isAuthenticated ? <Navigate to={landingPath(state, entry)} replace /> : <LoginPage />;
}

/** Wraps every route: sets the tab's title, restores the scroll position, and asks before unsaved input is lost. */
function Root() {
  const title = usePage()?.title;
  useEffect(() => {
    document.title = title === undefined ? PRODUCT_TITLE : `${title} | ${PRODUCT_TITLE}`;
  }, [title]);
  return (
    <>
      <Outlet />
      <LeaveQuestion />
      <ScrollRestoration getKey={visitKey} />
    </>
  );
}

/** The route tree: the sign-in screen and all pages that require sign-in, with or without the main layout. */
export function portalRoutes(pages: readonly RouteObject[] = areaRoutes): RouteObject[] {
  const withLayout = (layout: PageHandle['layout']) =>
    pages.filter(({ handle }) => pageHandle(handle)?.layout === layout);
  return [
    {
      Component: Root,
      ErrorBoundary: ErrorScreen,
      children: [
        { path: '/login', handle: LOGIN, Component: LoginRoute },
        {
          Component: RequireAuth,
          children: [
            {
              Component: SignedInLayout,
              children: [
                { Component: GuardedPage, children: withLayout('bare') },
                {
                  Component: AppShell,
                  children: [
                    {
                      ErrorBoundary: PageError,
                      children: [
                        ...withLayout('main'),
                        { path: '*', handle: NOT_FOUND, Component: NotFoundPage },
                      ],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ];
}

/** Creates the router of the whole portal at the browser's current URL. */
export function createPortalRouter() {
  return createBrowserRouter(portalRoutes());
}
