import { locks } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveChannel, LiveMessage, News } from './live-channel.ts';
import { createLiveConnection } from './live-connection.ts';
import type { HubEvents } from './live-connection.ts';
import { createSharedConnection, WATCH_MS } from './shared-connection.ts';

const RIGHTS: News = { kind: 'rights' };
const ACTIVITY: News = {
  kind: 'activity',
  activity: {
    id: '00000001-0000-4000-8000-000000000000',
    description: 'A patient was updated',
    timestamp: '2026-01-05T20:04:00.000Z',
    color: 'info',
    icon: 'People',
    entityType: 'Patient',
    entityId: null,
  },
};

let count = 0;
let sessionId: string;
let stops: (() => void)[];
let lines: { readonly name: string; readonly listener: (message: LiveMessage) => void }[];

/** A tab of one browser, and the connections that it opens to the hub. */
function tab({ session = sessionId, withLocks = true } = {}) {
  const links: { events: HubEvents; isOpen: boolean }[] = [];
  const received: News[] = [];
  const gaps = vi.fn<() => void>();
  const self = { isHidden: false, isFrozen: false, isHubUp: true };

  /** A line to the other tabs; a frozen tab neither hears nor speaks. */
  const openChannel = (name: string): LiveChannel => {
    let own: (typeof lines)[number] | undefined;
    return {
      post: (message) => {
        if (self.isFrozen) return;
        for (const line of lines) if (line !== own && line.name === name) line.listener(message);
      },
      listen: (listener) => {
        own = {
          name,
          listener: (message) => {
            if (!self.isFrozen) listener(message);
          },
        };
        lines.push(own);
        return () => {
          lines = lines.filter((line) => line !== own);
        };
      },
    };
  };
  const shared = createSharedConnection({
    own: createLiveConnection(
      async (events) => {
        const link = { events, isOpen: false };
        links.push(link);
        return {
          start: async () => {
            if (!self.isHubUp) throw new Error('refused');
            link.isOpen = true;
          },
          stop: async () => {
            link.isOpen = false;
          },
        };
      },
      () => undefined,
    ),
    locks: withLocks ? locks : undefined,
    openChannel,
    isHidden: () => self.isHidden,
    onNews: (news) => received.push(news),
    onGap: gaps,
  });
  const leave = shared.join(session);
  stops.push(leave);
  return Object.assign(self, {
    shared,
    leave,
    received,
    gaps,
    links,
    isOpen: () => links.some((link) => link.isOpen),
    status: () => shared.state.get().status,
  });
}

/** The browser's locks answer in their own time, which no clock of a test moves. */
const until = (check: () => void) => vi.waitFor(check, { interval: 1 });
const connected = (...tabs: readonly { status: () => string }[]) =>
  until(() => expect(tabs.map(({ status }) => status())).toEqual(tabs.map(() => 'connected')));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  count += 1;
  sessionId = `session ${count}`;
  stops = [];
  lines = [];
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.useRealTimers();
});

describe('one live connection for all tabs of a browser', () => {
  it('one tab opens it, and all show its state', async () => {
    const [first, second] = [tab(), tab()];
    expect(first.status()).toBe('connecting');
    expect(second.status()).toBe('connecting');
    await connected(first, second);
    expect([first.isOpen(), second.isOpen()]).toEqual([true, false]);
    first.links[0]?.events.onReconnecting();
    expect(second.status()).toBe('connecting');
    first.links[0]?.events.onReconnected();
    expect(second.status()).toBe('connected');
  });

  it('a tab that comes later opens none and shows the state at once', async () => {
    const first = tab();
    await connected(first);
    const later = tab();
    expect(later.status()).toBe('connected');
    expect(later.isOpen()).toBe(false);
  });

  it('what the hub pushes reaches every tab once', async () => {
    const [first, second, third] = [tab(), tab(), tab()];
    await connected(first, second, third);
    first.shared.publish(ACTIVITY);
    first.shared.publish(RIGHTS);
    for (const { received } of [first, second, third]) expect(received).toEqual([ACTIVITY, RIGHTS]);
  });

  it('when the leading tab leaves, it closes its connection and another tab opens one', async () => {
    const [first, second] = [tab(), tab()];
    await connected(first, second);
    first.leave();
    expect(first.isOpen()).toBe(false);
    expect(first.status()).toBe('disconnected');
    await until(() => expect(second.isOpen()).toBe(true));
    await connected(second);
  });

  it('after a change of the leading tab the others make up for what they may have missed', async () => {
    const [first, second, third] = [tab(), tab(), tab()];
    await connected(first, second, third);
    expect(second.gaps).not.toHaveBeenCalled();
    first.leave();
    await until(() => expect([second.gaps.mock.calls.length, third.gaps.mock.calls.length]).toEqual([1, 1]));
    expect(first.gaps).not.toHaveBeenCalled();
  });

  it('tabs of different sessions share nothing', async () => {
    const [one, other] = [tab(), tab({ session: `${sessionId} of somebody else` })];
    await connected(one, other);
    expect([one.isOpen(), other.isOpen()]).toEqual([true, true]);
    one.shared.publish(RIGHTS);
    expect(other.received).toEqual([]);
  });

  it('a tab that left and joined again at once has one connection', async () => {
    const first = tab();
    first.leave();
    stops.push(first.shared.join(sessionId));
    await connected(first);
    expect(first.links.filter(({ isOpen }) => isOpen)).toHaveLength(1);
  });

  it('"Connect again" in any tab makes the leading one try again', async () => {
    const [first, second] = [tab(), tab()];
    await connected(first, second);
    first.links[0]?.events.onClosed({ gaveUp: true, reason: null });
    expect(second.shared.state.get()).toEqual({
      status: 'disconnected',
      error: 'Failed to connect to activity hub',
    });
    second.shared.start();
    await connected(first, second);
    expect(second.links).toHaveLength(0);
  });

  it('without locks each tab has a connection of its own and follows no other', async () => {
    const [first, second] = [tab({ withLocks: false }), tab({ withLocks: false })];
    await connected(first, second);
    expect([first.isOpen(), second.isOpen()]).toEqual([true, true]);
    first.links[0]?.events.onReconnecting();
    expect(second.status()).toBe('connected');
  });
});

describe('a leading tab that is hidden or frozen', () => {
  it('is replaced by one on screen once it no longer answers, and closes its connection when it wakes', async () => {
    const [first, second] = [tab(), tab()];
    await connected(first, second);
    first.isFrozen = true;
    vi.advanceTimersByTime(2 * WATCH_MS);
    await until(() => expect(second.isOpen()).toBe(true));
    first.isFrozen = false;
    await until(() => expect(first.isOpen()).toBe(false));
    vi.advanceTimersByTime(WATCH_MS);
    await connected(first, second);
    second.shared.publish(RIGHTS);
    expect(first.received).toEqual([RIGHTS]);
  });

  it('keeps the lead while it answers, however long', async () => {
    const [first, second] = [tab(), tab()];
    await connected(first, second);
    first.isHidden = true;
    vi.advanceTimersByTime(50 * WATCH_MS);
    await connected(first, second);
    expect(second.links).toHaveLength(0);
  });

  it('hands over when it is hidden and not connected, because its retries are slowed down', async () => {
    const [first, second] = [tab(), tab()];
    await connected(first, second);
    first.isHidden = true;
    first.links[0]?.events.onReconnecting();
    vi.advanceTimersByTime(2 * WATCH_MS);
    await until(() => expect(second.isOpen()).toBe(true));
    await connected(first, second);
    expect(first.isOpen()).toBe(false);
  });

  it('is not replaced by another hidden tab', async () => {
    const [first, second] = [tab(), tab()];
    await connected(first, second);
    first.isFrozen = true;
    second.isHidden = true;
    vi.advanceTimersByTime(50 * WATCH_MS);
    expect(second.links).toHaveLength(0);
    second.isHidden = false;
    vi.advanceTimersByTime(2 * WATCH_MS);
    await until(() => expect(second.isOpen()).toBe(true));
  });
});
