import type { Notification } from '@portal/contract/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { changedNotifications } from '#lib/live/live.ts';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { NotificationBell } from './NotificationBell.tsx';

const idOf = (count: number) => `01980000-0000-7000-8000-00000000000${count}`;
const aNotification = (count: number, change: Partial<Notification> = {}): Notification => ({
  id: idOf(count),
  kind: 'MessageAssigned',
  at: `2026-11-21T12:0${count}:00.000Z`,
  isRead: false,
  text: `MSG-2026-00000${count} was assigned to you by Ann Lee`,
  isUrgent: false,
  entityId: idOf(count),
  day: null,
  ...change,
});

async function open(initial: Notification[]) {
  let rows = initial;
  const server = createFakeServer();
  server.on('GET /notifications', () => ({
    body: {
      data: rows,
      totalCount: rows.length,
      unreadCount: rows.filter(({ isRead }) => !isRead).length,
    },
  }));
  server.on('POST /notifications/read', () => {
    rows = rows.map((row) => ({ ...row, isRead: true }));
    return { status: 204 };
  });
  const page = await showPage({ server, pages: { '/patients': NotificationBell }, at: '/patients' });
  const push = (...added: Notification[]) => {
    rows = [...added, ...rows];
    changedNotifications.emit();
  };
  return { ...page, server, push };
}

describe('notification bell', () => {
  it('counts unread ones in its name; a row opens its record and is marked as read', async () => {
    const { user, server, router } = await open([aNotification(2), aNotification(1, { isRead: true })]);
    await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }));
    const row = await panel.findByRole('link', { name: /^Unread: *MSG-2026-000002/ });
    expect(panel.getAllByRole('listitem')).toHaveLength(2);
    await user.click(row);
    expect(router.state.location.pathname).toBe(`/messages/${idOf(2)}`);
    await waitFor(() => expect(server.calls.at(-1)?.method).toBe('POST'));
    expect(server.calls.at(-1)?.body).toEqual({ ids: [idOf(2)] });
  });

  it('marks all as read up to the newest one that is shown', async () => {
    const { user, server } = await open([aNotification(2), aNotification(1)]);
    await user.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }));
    const all = await screen.findByRole('button', { name: 'Mark all as read' });
    await user.click(all);
    await waitFor(() => expect(all.matches(':disabled')).toBe(true));
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      until: '2026-11-21T12:02:00.000Z',
    });
  });

  it('announces new assignments only, and names the caller of urgent ones only', async () => {
    const { server, push } = await open([aNotification(1)]);
    server.on('GET /notifications/:id/caller', { body: { callerName: 'Grace Hopper' } });
    await screen.findByRole('button', { name: 'Notifications, 1 unread' });
    push(
      aNotification(4, { isUrgent: true }),
      aNotification(3),
      aNotification(2, { kind: 'MessageCompleted', text: 'MSG-2026-000002 was completed by Ann Lee' }),
    );
    await screen.findByRole('button', { name: 'Notifications, 4 unread' });
    await screen.findByText('Urgent message from Grace Hopper was assigned to you', { selector: 'output *' });
    expect(server.countOf(`GET /notifications/${idOf(4)}/caller`)).toBe(1);
    expect(server.countOf(`GET /notifications/${idOf(3)}/caller`)).toBe(0);
    expect(screen.queryByText(/MSG-2026-000001 was assigned/)).toBeNull();
    expect(screen.queryByText(/was completed/)).toBeNull();
  });
});
