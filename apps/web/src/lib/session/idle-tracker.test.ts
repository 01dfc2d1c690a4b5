import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IdleChannel, IdleMessage } from './idle-channel.ts';
import { ACTIVITY_EVENTS, createIdleTracker, type Expiry } from './idle-tracker.ts';

const MINUTE = 60_000;
/** How long other tabs have to respond before the end. */
const ASK = 250;

let lines: ((message: IdleMessage) => void)[];
let stops: (() => void)[];

/** A message channel between the trackers of one test. */
function channel(): IdleChannel {
  let own: ((message: IdleMessage) => void) | null = null;
  return {
    post: (message) => {
      for (const line of lines) if (line !== own) line(message);
    },
    listen: (listener) => {
      own = listener;
      lines.push(listener);
      return () => {
        lines = lines.filter((line) => line !== listener);
      };
    },
  };
}

function tab(target: EventTarget = new EventTarget(), endsAt: () => number | null = () => null) {
  const onExpire = vi.fn<(why: Expiry) => void>();
  const heartbeat = vi.fn<() => void>();
  const tracker = createIdleTracker({ target, openChannel: channel, endsAt, onExpire, heartbeat });
  stops.push(tracker.start());
  // All times below are relative to this moment.
  heartbeat.mockClear();
  return { target, onExpire, heartbeat, tracker, isWarning: () => tracker.state.get().isWarning };
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-02T12:00:00Z') });
  lines = [];
  stops = [];
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.useRealTimers();
});

describe('idle timeout', () => {
  it('ends the session after 15 minutes without activity, once', () => {
    const { onExpire } = tab();
    vi.advanceTimersByTime(15 * MINUTE - 1);
    expect(onExpire).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1 + ASK);
    expect(onExpire).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60 * MINUTE);
    expect(onExpire).toHaveBeenCalledTimes(1);
  });

  it.each(ACTIVITY_EVENTS)('restarts on %s', (type) => {
    const { target, onExpire } = tab();
    vi.advanceTimersByTime(14 * MINUTE);
    target.dispatchEvent(new MouseEvent(type, { screenX: 5, screenY: 5 }));
    vi.advanceTimersByTime(15 * MINUTE - 1);
    expect(onExpire).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1 + ASK);
    expect(onExpire).toHaveBeenCalledTimes(1);
  });

  it('restarts on every kind of input that a person makes without keys or a pointer', () => {
    const inserted = ['beforeinput', 'input', 'compositionstart', 'compositionupdate', 'paste', 'drop'];
    expect(ACTIVITY_EVENTS).toEqual(expect.arrayContaining(inserted));
  });

  it('ignores a resting pointer while the page moves below it', () => {
    const { target, onExpire } = tab();
    const rest = () => target.dispatchEvent(new MouseEvent('mousemove', { screenX: 5, screenY: 5 }));
    rest();
    vi.advanceTimersByTime(14 * MINUTE);
    rest();
    vi.advanceTimersByTime(MINUTE + ASK);
    expect(onExpire).toHaveBeenCalledTimes(1);
  });

  it('does not restart after the end, for example when a computer wakes', () => {
    const { target, onExpire } = tab();
    vi.setSystemTime(new Date('2026-11-02T14:00:00Z'));
    target.dispatchEvent(new Event('keydown'));
    target.dispatchEvent(new Event('keydown'));
    vi.advanceTimersByTime(ASK);
    expect(onExpire).toHaveBeenCalledTimes(1);
  });

  it('ends the session when a computer wakes without a user', () => {
    const { onExpire } = tab();
    vi.setSystemTime(new Date('2026-11-02T14:00:00Z'));
    vi.advanceTimersByTime(15_000 + ASK);
    expect(onExpire).toHaveBeenCalledTimes(1);
  });
});

describe('idle warning', () => {
  it('opens two minutes before the end and shows when that is', () => {
    const { tracker, isWarning } = tab();
    vi.advanceTimersByTime(13 * MINUTE - 1);
    expect(isWarning()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isWarning()).toBe(true);
    expect(tracker.state.get().expiresAt - Date.now()).toBe(2 * MINUTE);
  });

  it('closes with "Stay signed in", restarts the time and notifies the server', () => {
    const { tracker, isWarning, onExpire, heartbeat } = tab();
    vi.advanceTimersByTime(14 * MINUTE);
    tracker.stay();
    expect(isWarning()).toBe(false);
    expect(heartbeat).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(15 * MINUTE - 1);
    expect(onExpire).not.toHaveBeenCalled();
  });

  it('counts activity in one tab for all tabs', () => {
    const here = tab();
    const there = tab();
    vi.advanceTimersByTime(14 * MINUTE);
    expect(there.isWarning()).toBe(true);
    here.target.dispatchEvent(new Event('keydown'));
    expect(there.isWarning()).toBe(false);
    vi.advanceTimersByTime(14 * MINUTE);
    expect(there.onExpire).not.toHaveBeenCalled();
    expect(there.heartbeat).not.toHaveBeenCalled();
  });

  it('asks the other tabs before a tab that slept ends the session for all', () => {
    const active = tab();
    const asleep = tab();
    const [, missed] = lines;
    lines = lines.filter((line) => line !== missed);
    vi.advanceTimersByTime(10 * MINUTE);
    active.target.dispatchEvent(new Event('keydown'));
    if (missed) lines.push(missed);
    vi.advanceTimersByTime(5 * MINUTE + ASK);
    expect(asleep.onExpire).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10 * MINUTE + ASK);
    expect(asleep.onExpire).toHaveBeenCalledTimes(1);
  });
});

describe('absolute session end', () => {
  const HOUR = 60 * MINUTE;
  /** A tab whose user is active every minute until the given time before the end, in milliseconds. */
  function busyUntil(before: number) {
    const end = Date.now() + 12 * HOUR;
    const made = tab(new EventTarget(), () => end);
    while (Date.now() < end - before) {
      vi.advanceTimersByTime(Math.min(MINUTE, end - before - Date.now()));
      made.target.dispatchEvent(new Event('keydown'));
    }
    return { ...made, state: made.tracker.state.get };
  }

  it('is announced two minutes before, regardless of activity', () => {
    const { state, onExpire, target } = busyUntil(2 * MINUTE + 1);
    expect(state()).toMatchObject({ isEnding: false, isWarning: false });
    vi.advanceTimersByTime(1);
    expect(state()).toMatchObject({ isEnding: true, isWarning: false });
    vi.advanceTimersByTime(2 * MINUTE - 1);
    target.dispatchEvent(new Event('keydown'));
    expect(onExpire).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onExpire.mock.calls).toEqual([['limit']]);
    vi.advanceTimersByTime(60 * MINUTE);
    expect(onExpire).toHaveBeenCalledTimes(1);
  });

  it('is announced when it comes before the idle timeout', () => {
    const { state, onExpire } = busyUntil(14 * MINUTE);
    vi.advanceTimersByTime(13.5 * MINUTE);
    expect(state()).toMatchObject({ isEnding: true, isWarning: false });
    vi.advanceTimersByTime(MINUTE);
    expect(onExpire.mock.calls).toEqual([['limit']]);
  });

  it('leaves the warning for an earlier idle timeout', () => {
    const { state, onExpire } = busyUntil(16 * MINUTE);
    vi.advanceTimersByTime(14.5 * MINUTE);
    expect(state()).toMatchObject({ isEnding: true, isWarning: true });
    vi.advanceTimersByTime(MINUTE);
    expect(onExpire.mock.calls).toEqual([['idle']]);
  });

  it('ends the session within seconds when a computer wakes after it', () => {
    const { onExpire } = busyUntil(10 * MINUTE);
    vi.setSystemTime(Date.now() + 11 * MINUTE);
    vi.advanceTimersByTime(15_000);
    expect(onExpire.mock.calls).toEqual([['limit']]);
  });
});

it('ends an idle session even if the tab becomes visible at the last moment', () => {
  const { onExpire } = tab();
  vi.advanceTimersByTime(15 * MINUTE);
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(ASK);
  expect(onExpire.mock.calls).toEqual([['idle']]);
});

describe('heartbeat', () => {
  it('extends the session when a page opens, because its reads may not', () => {
    const heartbeat = vi.fn<() => void>();
    const rest = { target: new EventTarget(), openChannel: channel, endsAt: () => null };
    stops.push(createIdleTracker({ ...rest, onExpire: () => undefined, heartbeat }).start());
    expect(heartbeat).toHaveBeenCalledTimes(1);
  });

  it('is sent once a minute for a typing user, who is never signed out', () => {
    const { target, heartbeat, onExpire } = tab();
    for (let second = 0; second < 3600; second += 1) {
      target.dispatchEvent(new Event('keydown'));
      vi.advanceTimersByTime(1000);
    }
    expect(heartbeat.mock.calls.length).toBeGreaterThanOrEqual(59);
    expect(heartbeat.mock.calls.length).toBeLessThanOrEqual(60);
    expect(onExpire).not.toHaveBeenCalled();
  });

  it('reports activity at the end of the minute, so that the server does not end the session first', () => {
    const { target, heartbeat } = tab();
    vi.advanceTimersByTime(20_000);
    target.dispatchEvent(new Event('keydown'));
    expect(heartbeat).not.toHaveBeenCalled();
    vi.advanceTimersByTime(40_000);
    expect(heartbeat).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10 * MINUTE);
    expect(heartbeat).toHaveBeenCalledTimes(1);
  });

  it('is replaced by calls', () => {
    const { target, heartbeat, tracker } = tab();
    for (let minute = 0; minute < 10; minute += 1) {
      vi.advanceTimersByTime(MINUTE / 2);
      target.dispatchEvent(new Event('keydown'));
      vi.advanceTimersByTime(MINUTE / 6);
      tracker.noteContact();
      vi.advanceTimersByTime(MINUTE / 6);
    }
    expect(heartbeat).not.toHaveBeenCalled();
  });
});
