import type { PhoneMessage } from '@portal/contract/messages';
import { screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { pushedActivity } from '#lib/live/live.ts';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { MessagesPage } from './MessagesPage.tsx';
import { MessageWatch } from './MessageWatch.tsx';
import { OpenMessagesBadge } from './OpenMessagesBadge.tsx';

const ID = '01980000-0000-7000-8000-000000000001';
function serverWith(mine: () => unknown) {
  const server = createFakeServer();
  server.on('GET /phonemessage/mine', () => ({ body: mine() }));
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
  formerAssignee: null,
  version: 1,
});

describe('the badge without an open live connection', () => {
  it('is updated every 30 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    let mine = { openCount: 1 };
    const server = serverWith(() => mine);
    await showPage({ server, pages: { '/patients': Watched }, at: '/patients' });
    await screen.findByText('1 open and assigned to you');
    mine = { openCount: 2 };
    await vi.advanceTimersByTimeAsync(30_000);
    await screen.findByText('2 open and assigned to you');
    expect(server.countOf('GET /phonemessage/mine')).toBe(2);
  });
});

describe('message list with live updates', () => {
  it('refetches on live events', async () => {
    const server = serverWith(() => ({ openCount: 0 }));
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
