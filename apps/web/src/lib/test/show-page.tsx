import type { CurrentUser } from '@portal/contract/session';
import type { PermissionName } from '@portal/domain/permissions';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { onTestFinished, vi } from 'vitest';
import { session } from '#lib/portal.ts';
import { createQueryClient } from '#lib/query/query-client.ts';
import { useVisits } from '#lib/query/visits.ts';
import { LeaveQuestion } from '#ui/form/LeaveQuestion.tsx';
import { ToastOutlet } from '#ui/ToastOutlet.tsx';
import { ToastProvider } from '#ui/ToastProvider.tsx';
import type { FakeServer } from './fake-server.ts';
import { aToken, aUser } from './people.ts';

interface PageOptions {
  readonly server: FakeServer;
  /** Path pattern → page, as in the area’s routes. Any other path shows "Page {path}". */
  readonly pages: Readonly<Record<string, ComponentType>>;
  /** The initial address. */
  readonly at: string;
  readonly permissions?: readonly PermissionName[];
  readonly user?: Partial<CurrentUser>;
}

/** Renders a page for a signed-in user, with providers and toasts, against a fake server. */
export async function showPage({ server, pages, at, permissions = [], user = {} }: PageOptions) {
  vi.stubGlobal('fetch', server.fetch);
  onTestFinished(() => void vi.unstubAllGlobals());
  const current = aUser(user);
  const end = new Date(Date.now() + 3_600_000).toISOString();
  server.on('GET /auth/permissions', { body: permissions.map((name) => ({ name })) });
  server.on('GET /auth/session', { body: { user: current, idleExpiresAt: end, expiresAt: end } });
  localStorage.setItem('token', aToken());
  localStorage.setItem('user', JSON.stringify(current));
  await session.start();

  const queryClient = createQueryClient();
  function Around() {
    useVisits();
    return (
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <ToastOutlet sx={{}} />
          <Outlet />
          <LeaveQuestion />
        </ToastProvider>
      </QueryClientProvider>
    );
  }
  const router = createMemoryRouter(
    [
      {
        Component: Around,
        children: [
          ...Object.entries(pages).map(([path, Component]) => ({ path, Component })),
          { path: '*', Component: () => `Page ${router.state.location.pathname}` },
        ],
      },
    ],
    { initialEntries: [at] },
  );
  render(<RouterProvider router={router} />);
  return { router, queryClient, user: userEvent.setup({ delay: null }) };
}
