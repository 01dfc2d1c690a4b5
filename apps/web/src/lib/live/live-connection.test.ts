import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createLiveConnection,
  HUB_CLOSED,
  HUB_FAILED,
  type HubEvents,
  type LiveConnection,
} from './live-connection.ts';

/** Replaces Microsoft’s client: `start` fails as often as configured, and tests can trigger its events. */
let failures: number;
let starts: number;
let stops: number;
let events: HubEvents | undefined;
let reported: unknown[];
let live: LiveConnection;

const open = async (given: HubEvents) => {
  events = given;
  return {
    start: async () => {
      starts += 1;
      if (starts <= failures) throw new Error('refused');
    },
    stop: async () => {
      stops += 1;
    },
  };
};
const state = () => live.state.get();
/** Lets promises settle without advancing the clock. */
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  failures = 0;
  starts = 0;
  stops = 0;
  events = undefined;
  reported = [];
  live = createLiveConnection(open, (error) => reported.push(error));
});
afterEach(() => void vi.useRealTimers());

describe('live connection', () => {
  it('is connecting, then connected, then disconnected without an error when stopped', async () => {
    expect(state()).toEqual({ status: 'disconnected', error: null });
    live.start();
    expect(state()).toEqual({ status: 'connecting', error: null });
    await settle();
    expect(state()).toEqual({ status: 'connected', error: null });
    live.stop();
    expect(state()).toEqual({ status: 'disconnected', error: null });
    expect(stops).toBe(1);
  });

  it('opens once even if it is started several times', async () => {
    live.start();
    live.start();
    await settle();
    expect(starts).toBe(1);
  });

  it('retries the first start after 1, 2, 4, 8 and 16 seconds, then gives up', async () => {
    failures = Infinity;
    live.start();
    await settle();
    for (const [index, seconds] of [1, 2, 4, 8, 16].entries()) {
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
      expect(starts).toBe(index + 1);
      expect(state().status).toBe('connecting');
      await vi.advanceTimersByTimeAsync(1);
      expect(starts).toBe(index + 2);
    }
    expect(state()).toEqual({ status: 'disconnected', error: 'Failed to connect to activity hub' });
    expect(reported).toHaveLength(6);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(starts).toBe(6);
  });

  it('connects at a retry', async () => {
    failures = 2;
    live.start();
    await vi.advanceTimersByTimeAsync(3000);
    expect(starts).toBe(3);
    expect(state()).toEqual({ status: 'connected', error: null });
  });

  it('can be started again after it gave up', async () => {
    failures = 6;
    live.start();
    await vi.advanceTimersByTimeAsync(31_000);
    expect(state().error).toBe(HUB_FAILED);
    live.start();
    expect(state()).toEqual({ status: 'connecting', error: null });
    await settle();
    expect(state().status).toBe('connected');
  });

  it('shows a lost connection as connecting until it is restored', async () => {
    live.start();
    await settle();
    events?.onReconnecting();
    expect(state().status).toBe('connecting');
    events?.onReconnected();
    expect(state().status).toBe('connected');
  });

  it.each([
    ['after the last retry', { gaveUp: true, reason: null }, HUB_FAILED],
    ['closed with no error', { gaveUp: false, reason: null }, HUB_CLOSED],
    ['closed by the server with a message', { gaveUp: false, reason: 'Ended.' }, 'Ended.'],
  ])('is disconnected %s', async (_when, end, error) => {
    live.start();
    await settle();
    events?.onClosed(end);
    expect(state()).toEqual({ status: 'disconnected', error });
  });

  it('stops while retrying', async () => {
    failures = Infinity;
    live.start();
    await vi.advanceTimersByTimeAsync(1500);
    live.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(starts).toBe(2);
    expect(state()).toEqual({ status: 'disconnected', error: null });
  });

  it('ignores a stopped connection', async () => {
    live.start();
    await settle();
    const old = events;
    live.stop();
    live.start();
    await settle();
    old?.onClosed({ gaveUp: false, reason: null });
    expect(state().status).toBe('connected');
  });

  it('does not open when stopped while its code is loading', async () => {
    live.start();
    live.stop();
    await settle();
    expect(starts).toBe(0);
    expect(state().status).toBe('disconnected');
  });

  it('reports that the client’s code cannot be loaded', async () => {
    live = createLiveConnection(
      () => Promise.reject(new TypeError('import failed')),
      (error) => reported.push(error),
    );
    live.start();
    await settle();
    expect(state()).toEqual({ status: 'disconnected', error: HUB_FAILED });
    expect(reported).toHaveLength(1);
  });
});
