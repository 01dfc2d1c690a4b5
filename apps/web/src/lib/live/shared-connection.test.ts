import { locks } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveChannel, LiveMessage, News } from './live-channel.ts';
import { createLiveConnection, type HubEvents } from './live-connection.ts';
import { createSharedConnection, LATE_MS, WATCH_MS } from './shared-connection.ts';

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

/** A tab of a browser and the connections it opens to the hub. */
function tab({ session = sessionId, withLocks = true } = {}) {
  const links: { events: HubEvents; isOpen: boolean }[] = [];
  const received: News[] = [];
  const gaps = vi.fn<() => void>();
  const self = { isHidden: false, isFrozen: false, isHubUp: true };

  /** A channel to the other tabs. A frozen tab neither receives nor sends. */
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

/** The browser’s locks resolve asynchronously, independent of fake timers. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 1 });
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

describe('the first connection of a tab', () => {
  it('misses nothing, because the server sends it what was pushed since the tab has joined', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const first = tab();
    now.mockReturnValue(LATE_MS + 1);
    await connected(first);
    const second = tab();
    await connected(second);
    for (const { gaps } of [first, second]) expect(gaps).not.toHaveBeenCalled();
    expect(first.shared.waitedMs()).toBe(LATE_MS + 1);
    now.mockRestore();
  });

  it('may have missed something if another tab leads and connects late', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const [first, second] = [tab(), tab()];
    now.mockReturnValue(LATE_MS + 1);
    await connected(first, second);
    expect(first.gaps.mock.calls.length + second.gaps.mock.calls.length).toBe(1);
    now.mockRestore();
  });
});

describe('one live connection for all tabs of a browser', () => {
  it('is opened by one tab, and all tabs show its state', async () => {
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

  it('is shared with a new tab, which shows the state at once', async () => {
    const first = tab();
    await connected(first);
    const later = tab();
    expect(later.status()).toBe('connected');
    expect(later.isOpen()).toBe(false);
  });

  it('delivers pushed messages to every tab once', async () => {
    const [first, second, third] = [tab(), tab(), tab()];
    await connected(first, second, third);
    first.shared.publish(ACTIVITY);
    first.shared.publish(RIGHTS);
    for (const { received } of [first, second, third]) expect(received).toEqual([ACTIVITY, RIGHTS]);
  });

  it('moves to another tab when the leading tab closes', async () => {
    const [first, second] = [tab(), tab()];
    await connected(first, second);
    first.leave();
    expect(first.isOpen()).toBe(false);
    expect(first.status()).toBe('disconnected');
    await until(() => expect(second.isOpen()).toBe(true));
    await connected(second);
  });

  it('makes the other tabs reload what they may have missed when the leading tab changes', async () => {
    const [first, second, third] = [tab(), tab(), tab()];
    await connected(first, second, third);
    expect(second.gaps).not.toHaveBeenCalled();
    first.leave();
    await until(() => expect([second.gaps.mock.calls.length, third.gaps.mock.calls.length]).toEqual([1, 1]));
    expect(first.gaps).not.toHaveBeenCalled();
  });

  it('is not shared by tabs of different sessions', async () => {
    const [one, other] = [tab(), tab({ session: `${sessionId} of another user` })];
    await connected(one, other);
    expect([one.isOpen(), other.isOpen()]).toEqual([true, true]);
    one.shared.publish(RIGHTS);
    expect(other.received).toEqual([]);
  });

  it('exists once after a tab leaves and rejoins at once', async () => {
    const first = tab();
    first.leave();
    stops.push(first.shared.join(sessionId));
    await connected(first);
    expect(first.links.filter(({ isOpen }) => isOpen)).toHaveLength(1);
  });

  it('reconnects in the leading tab when any tab starts it again', async () => {
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

  it('exists per tab without locks', async () => {
    const [first, second] = [tab({ withLocks: false }), tab({ withLocks: false })];
    await connected(first, second);
    expect([first.isOpen(), second.isOpen()]).toEqual([true, true]);
    first.links[0]?.events.onReconnecting();
    expect(second.status()).toBe('connected');
  });
});

describe('a leading tab that is hidden or frozen', () => {
  it('is replaced by a visible tab when it does not respond, and closes its connection when it wakes', async () => {
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

  it('keeps the lead as long as it responds', async () => {
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
