import { anyone, signedIn } from '@portal/contract/endpoint';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { GuardedPage } from './guards/GuardedPage.tsx';
import { RequireAuth } from './guards/RequireAuth.tsx';
import { LoginRoute } from './LoginRoute.tsx';
import { Root } from './Root.tsx';
import { areaRoutes } from './routes/areas.ts';
import { pageHandle, type PageHandle } from './routes/page.ts';
import { ErrorScreen } from './screens/ErrorScreen.tsx';
import { NotFoundPage } from './screens/NotFoundPage.tsx';
import { PageError } from './screens/PageError.tsx';
import { AppShell } from './shell/AppShell.tsx';
import { SignedInLayout } from './SignedInLayout.tsx';

const LOGIN: PageHandle = { title: 'Sign In', guard: anyone, layout: 'bare' };
const NOT_FOUND: PageHandle = { title: 'Page not found', guard: signedIn, layout: 'main' };

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
