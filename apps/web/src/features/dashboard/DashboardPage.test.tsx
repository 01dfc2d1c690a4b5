import { ACTIVITY_ICONS, STATUS_REASONS, type Activity, type StatusReason } from '@portal/contract/dashboard';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { activityFeed } from '#lib/live/live.ts';
import { createQueryClient } from '#lib/query/query-client.ts';
import { createFakeServer, type Answer } from '#lib/test/fake-server.ts';
import { TIMES } from '#lib/test/practice.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { ActivityItem } from './ActivityItem.tsx';
import { DashboardPage } from './DashboardPage.tsx';

const anActivity = (number: number): Activity => ({
  id: `11111111-1111-4111-8111-00000000000${number}`,
  description: `Activity ${number}`,
  timestamp: `2026-01-05T20:0${number}:00.000Z`,
  color: 'info',
  icon: 'People',
  entityType: 'User',
  entityId: null,
});

interface Options {
  readonly stats?: Answer | (() => Promise<Answer>);
  readonly recent?: Answer;
  readonly isBuilt?: (path: string) => boolean;
  /** The last check of the audit log. */
  readonly reasons?: readonly StatusReason[];
}

async function show({
  stats = { body: {} },
  recent = { body: [] },
  isBuilt = () => true,
  reasons = [],
}: Options = {}) {
  const server = createFakeServer();
  server.on('GET /dashboard/stats', stats);
  server.on('GET /dashboard/my-work', { body: {} });
  server.on('GET /activity/recent', recent);
  server.on('GET /system/status', {
    body: {
      status: 'Degraded',
      reasons,
      clockProblem: null,
      backup: {
        isNightly: true,
        isRunning: false,
        isOverdue: false,
        lastGood: null,
        failure: null,
      },
      disks: [{ use: 'data', freeBytes: 1e9, totalBytes: 1e12, isLow: false }],
    },
  });
  const page = await showPage({
    server,
    pages: { '/': () => <DashboardPage isBuilt={isBuilt} /> },
    at: '/',
    permissions: ['Patient.View', 'Admin.ViewAuditLogs', 'Message.Create'],
    user: { roles: ['Admin', 'Staff'], officeName: 'Main Street' },
  });
  return { ...page, server };
}

const tile = (name: RegExp) => screen.findByRole('link', { name });
const panel = (name: string) => within(screen.getByRole('region', { name }));

// There is no hub in this test; failed connections and failed fetches are logged.
let logged: string[];
beforeEach(() => {
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => void logged.push(String(text)));
});

const of = (code: StatusReason['code'], text: string) => ({ code, summary: STATUS_REASONS[code], text });

describe('dashboard', () => {
  it('greets by name, roles and office', async () => {
    await show();
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Welcome, Jane Doe');
    expect(screen.getByText('Admin, Staff - Main Street')).toBeTruthy();
  });

  it('shows a tile’s value and links to its page', async () => {
    const { user, router } = await show({ stats: { body: { totalUsers: 12, systemStatus: 'Healthy' } } });
    await tile(/System Status ?Healthy/);
    await user.click(await tile(/Total Users ?12/));
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'));
  });

  it('shows the status without a link when its page is missing', async () => {
    await show({ stats: { body: { systemStatus: 'Down' } }, isBuilt: () => false });
    expect(await screen.findByText('Down')).toBeTruthy();
    expect(screen.queryAllByRole('link')).toEqual([]);
    expect(screen.queryByRole('region', { name: 'Quick Actions' })).toBeNull();
  });

  it('shows with an unhealthy status every reason once', async () => {
    await show({
      stats: { body: { systemStatus: 'Degraded' } },
      reasons: [of('auditTampered', 'One.'), of('job', 'Two.'), of('job', 'Three.'), of('disk', 'Four.')],
    });
    expect(
      await tile(/System Status ?Degraded ?Audit log check failed ?Maintenance failed ?Disk almost full$/),
    ).toBeTruthy();
  });

  it('shows the status "Loading..." while loading', async () => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    await show({ stats: () => promise });
    expect((await tile(/Loading\.\.\./)).getAttribute('href')).toBe('/audit-logs');
    resolve({ body: { systemStatus: 'Healthy' } });
    await tile(/Healthy/);
  });

  it('logs a failure and shows 0, "Unknown" and a retry icon', async () => {
    const { user, server } = await show({ stats: { status: 500 } });
    const retry = await screen.findByRole('button', { name: 'Retry System Status' });
    await tile(/Total Users ?0/);
    await tile(/System Status ?Unknown/);
    expect(logged).toContain('Dashboard figures: SERVER_ERROR');
    expect(screen.queryByRole('alert')).toBeNull();
    server.on('GET /dashboard/stats', { body: { totalUsers: 3, systemStatus: 'Healthy' } });
    await user.click(retry);
    await tile(/Total Users ?3/);
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
  });

  it('offers existing quick actions that the user may use', async () => {
    await show({ isBuilt: (path) => path !== '/messages/new' });
    const links = panel('Quick Actions').getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Search Patients', '/patients/search'],
    ]);
  });
});

describe('recent activity', () => {
  it('loads 20 and shows the latest 5 with their times', async () => {
    const { server } = await show({ recent: { body: [6, 5, 4, 3, 2, 1].map(anActivity) } });
    await screen.findByText('Activity 6');
    const shown = [6, 5, 4, 3, 2].map(
      (number) => `Activity ${number}${TIMES.activity(anActivity(number).timestamp)}`,
    );
    await waitFor(() => {
      const items = panel('Recent Activity').getAllByRole('listitem');
      expect(items.map(({ textContent }) => textContent)).toEqual(shown);
    });
    expect(server.calls.find(({ path }) => path === '/activity/recent')?.query.get('count')).toBe('20');
  });

  it('has a different icon for each kind of activity', () => {
    const { container } = render(
      ACTIVITY_ICONS.map((icon) => <ActivityItem key={icon} activity={{ ...anActivity(1), icon }} />),
      {
        wrapper: ({ children }) => (
          <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
        ),
      },
    );
    const pictures = Array.from(container.querySelectorAll('svg'), ({ innerHTML }) => innerHTML);
    expect(pictures).toHaveLength(ACTIVITY_ICONS.length);
    expect(new Set(pictures).size).toBe(ACTIVITY_ICONS.length);
  });

  it('shows every activity, even with an unknown icon or color', async () => {
    const unknown = { ...anActivity(2), icon: 'Rocket', color: 'magenta' };
    await show({ recent: { body: [anActivity(3), unknown, anActivity(1)] } });
    await screen.findByText('Activity 2');
    expect(panel('Recent Activity').getAllByRole('listitem')).toHaveLength(3);
  });

  it('shows pushed activities first', async () => {
    await show({ recent: { body: [anActivity(1)] } });
    await screen.findByText('Activity 1');
    activityFeed.add(anActivity(2));
    await screen.findByText('Activity 2');
    expect(panel('Recent Activity').getAllByRole('listitem')[0]?.textContent).toMatch(/^Activity 2/);
  });

  it('shows placeholders, not "No recent activity", while disconnected', async () => {
    const { server } = await show();
    await waitFor(() => expect(server.countOf('GET /activity/recent')).toBeGreaterThan(0));
    expect(panel('Recent Activity').getByText(/^(Connecting\.\.\.|Offline)$/)).toBeTruthy();
    expect(document.querySelectorAll('.MuiSkeleton-root').length).toBeGreaterThan(0);
    expect(screen.queryByText('No recent activity')).toBeNull();
  });

  it('clears the feed when the user leaves the page', async () => {
    const { router } = await show({ recent: { body: [anActivity(1)] } });
    await screen.findByText('Activity 1');
    await router.navigate('/elsewhere');
    await screen.findByText('Page /elsewhere');
    expect(activityFeed.get().activities).toEqual([]);
  });
});
