import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router';
import { vi } from 'vitest';
import { AppThemeProvider } from '#ui/AppThemeProvider.tsx';

/** For tests: shows routes of the portal in a window, which jsdom has only in part. Returns the router. */
export function showRoutes(
  routes: RouteObject[],
  ...entries: string[]
): ReturnType<typeof createMemoryRouter> {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addListener: () => {},
    removeListener: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal('scrollTo', () => {});
  const router = createMemoryRouter(routes, { initialEntries: entries });
  render(
    <AppThemeProvider>
      <RouterProvider router={router} onError={() => undefined} />
    </AppThemeProvider>,
  );
  return router;
}
