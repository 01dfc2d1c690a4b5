import type { PhoneMessage } from '@portal/contract/messages';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { pushedActivity } from '#lib/live/live.ts';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { MessagesPage } from './MessagesPage.tsx';
import { MessageWatch } from './MessageWatch.tsx';
import { OpenMessagesBadge } from './OpenMessagesBadge.tsx';

const ID = '01980000-0000-7000-8000-000000000001';
const assigned = (minute: number) => ({
  id: ID,
  messageNumber: `MSG-2026-00000${minute}`,
  at: `2026-11-21T12:0${minute}:00.000Z`,
});

function serverWith(mine: () => unknown) {
  const server = createFakeServer();
  server.on('GET /phonemessage/mine', () => ({ body: mine() }));
  server.on('GET /practice', { body: { name: 'P', timeZone: 'America/New_York', today: '2026-11-21' } });
  return server;
}

const Watched = () => (
  <>
    <MessageWatch />
    <OpenMessagesBadge />
  </>
);

const message = (callerName: string): PhoneMessage => ({
  id: ID,
  messageNumber: 'MSG-2026-000001',
  category: 'Medical',
  callerName,
  callerPhone: null,
  patient: null,
  message: 'Please call back',
  callDateTime: '2026-11-21T12:00:00.000Z',
  priority: 'Normal',
  status: 'New',
  assignedToUser: null,
  version: 1,
});

describe('new assignments without an open live connection', () => {
  it('are polled every 30 seconds; only new ones are announced, once, with a link', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    let mine = { openCount: 1, lastAssigned: assigned(1) };
    const server = serverWith(() => mine);
    const { router, user } = await showPage({ server, pages: { '/patients': Watched }, at: '/patients' });
    await screen.findByText(', 1 open and assigned to you');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(server.countOf('GET /phonemessage/mine')).toBe(2);
    expect(screen.queryByText(/was assigned to you/)).toBeNull();
    mine = { openCount: 2, lastAssigned: assigned(2) };
    await vi.advanceTimersByTimeAsync(30_000);
    await screen.findByText(', 2 open and assigned to you');
    await user.click(await screen.findByRole('button', { name: 'Open message' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/messages/${ID}`));
  });

  it('do not include an older one that is the latest again after a newer was completed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    let mine = { openCount: 2, lastAssigned: assigned(5) };
    const server = serverWith(() => mine);
    await showPage({ server, pages: { '/patients': MessageWatch }, at: '/patients' });
    await vi.waitFor(() => expect(server.countOf('GET /phonemessage/mine')).toBe(1));
    mine = { openCount: 1, lastAssigned: assigned(3) };
    await vi.advanceTimersByTimeAsync(30_000);
    expect(server.countOf('GET /phonemessage/mine')).toBe(2);
    expect(screen.queryByText(/was assigned to you/)).toBeNull();
  });
});

describe('message list with live updates', () => {
  it('refetches on live events', async () => {
    const server = serverWith(() => ({ openCount: 0, lastAssigned: null }));
    let rows = [message('Ann Before')];
    server.on('GET /phonemessage', () => ({
      body: { data: rows, totalCount: rows.length, totalCountIsApproximate: false },
    }));
    await showPage({
      server,
      pages: { '/messages': MessagesPage },
      at: '/messages',
      permissions: ['Message.View'],
    });
    await screen.findByText('Ann Before');
    rows = [message('Bea After')];
    const pushed = {
      description: 'A phone message was updated',
      timestamp: '2026-11-21T12:10:00.000Z',
    } as const;
    const about = { color: 'info', icon: 'Assignment', entityId: ID } as const;
    pushedActivity.emit({ id: 'a', ...pushed, ...about, entityType: 'Patient' });
    pushedActivity.emit({ id: 'b', ...pushed, ...about, entityType: 'PhoneMessage' });
    await screen.findByText('Bea After');
    expect(server.countOf('GET /phonemessage')).toBe(2);
  });
});
