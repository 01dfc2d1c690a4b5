import type { Activity } from '@portal/contract/dashboard';
import type { PermissionName } from '@portal/domain/permissions';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { activityFeed } from '#lib/live/live.ts';
import type { LiveState } from '#lib/live/live-connection.ts';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { DashboardPage } from './DashboardPage.tsx';
import { LiveIndicator } from './LiveIndicator.tsx';

const anActivity = (number: number): Activity => ({
  id: `11111111-1111-4111-8111-00000000000${number}`,
  description: `Activity ${number}`,
  timestamp: `2026-01-05T20:0${number}:00.000Z`,
  color: 'info',
  icon: 'People',
  entityType: 'User',
  entityId: null,
});

async function show(permissions: readonly PermissionName[] = ['Patient.View'], roles = ['Staff']) {
  const server = createFakeServer();
  server.on('GET /dashboard/stats', { body: { activePatients: 7 } });
  server.on('GET /dashboard/my-work', { body: {} });
  server.on('GET /activity/recent', { body: [anActivity(1)] });
  const page = await showPage({
    server,
    pages: { '/': () => <DashboardPage isBuilt={() => true} /> },
    at: '/',
    permissions,
    user: { roles },
  });
  await screen.findByText('Activity 1');
  return { ...page, server };
}

/** The activities that the feed shows, in order. */
const shown = () => screen.getAllByText(/^Activity \d$/).map(({ textContent }) => textContent);

// There is no hub in this test; failed connections and failed fetches are logged.
let logged: string[];
beforeEach(() => {
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => void logged.push(String(text)));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
});

describe('statistics', () => {
  it('are refetched every 30 seconds', async () => {
    const { server } = await show();
    await screen.findByText('7');
    server.on('GET /dashboard/stats', { body: { activePatients: 8 } });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await screen.findByText('8')).toBeTruthy();
    expect(server.countOf('GET /dashboard/stats')).toBe(2);
  });

  it('stay visible after a failed refetch, with a button to retry', async () => {
    const { server, user } = await show();
    await screen.findByText('7');
    server.on('GET /dashboard/stats', { status: 400 });
    await vi.advanceTimersByTimeAsync(30_000);
    const retry = await screen.findByLabelText('Retry Active Patients');
    expect(screen.getByText('7')).toBeTruthy();
    server.on('GET /dashboard/stats', { body: { activePatients: 1234 } });
    await user.click(retry);
    expect(await screen.findByText('1,234')).toBeTruthy();
    await waitFor(() => expect(screen.queryByLabelText('Retry Active Patients')).toBeNull());
  });

  it('are hidden from users who may see none of them, as are quick actions', async () => {
    await show([]);
    expect(screen.queryByLabelText('Statistics')).toBeNull();
    expect(screen.queryByText('Quick Actions')).toBeNull();
  });
});

describe('quick actions', () => {
  it.each([
    ['Order.Create', 'Create New Order', '/orders/new'],
    ['Message.Create', 'New Phone Message', '/messages/new'],
    ['Document.Upload', 'Upload Document', '/documents/upload'],
    ['Patient.View', 'Search Patients', '/patients/search'],
  ] as const)('%s offers "%s" only', async (permission, label, href) => {
    await show([permission]);
    const links = Array.from(
      screen.getByText('Quick Actions').closest('section')?.querySelectorAll('a') ?? [],
      (link) => [link.textContent, link.getAttribute('href')],
    );
    expect(links).toEqual([[label, href]]);
  });
});

describe('activity feed', () => {
  it('shows an activity only once when it is pushed twice, and only the five newest', async () => {
    await show();
    for (const number of [2, 2, 3, 4, 5, 6]) activityFeed.add(anActivity(number));
    await screen.findByText('Activity 6');
    expect(shown()).toEqual([6, 5, 4, 3, 2].map((number) => `Activity ${number}`));
  });

  it('logs a failed fetch and still shows pushed activities', async () => {
    const { server, router } = await show();
    await router.navigate('/elsewhere');
    await screen.findByText('Page /elsewhere');
    server.on('GET /activity/recent', { status: 400 });
    await router.navigate('/');
    await waitFor(() => expect(logged.join()).toContain('Recent activity: '));
    activityFeed.add(anActivity(2));
    expect(await screen.findByText('Activity 2')).toBeTruthy();
    expect(shown()).toEqual(['Activity 2']);
  });
});

function showIndicator(live: LiveState) {
  const Page = () => <LiveIndicator live={live} />;
  return showPage({ server: createFakeServer(), at: '/', pages: { '/': Page } });
}

describe('live indicator', () => {
  it.each([
    ['connected', 'Live', 0],
    ['connecting', 'Connecting...', 0],
    ['disconnected', 'Offline', 1],
  ] as const)(
    'shows for %s "%s", with a Reconnect button only when offline',
    async (status, label, buttons) => {
      await showIndicator({ status, error: null });
      expect(await screen.findByText(label)).toBeTruthy();
      expect(screen.queryAllByLabelText('Reconnect')).toHaveLength(buttons);
    },
  );

  it('shows why the connection was lost', async () => {
    const { user } = await showIndicator({ status: 'disconnected', error: 'Connection closed' });
    await user.hover(await screen.findByText('Offline'));
    await vi.advanceTimersByTimeAsync(200);
    expect((await screen.findByRole('tooltip')).textContent).toBe('Connection closed');
  });
});
