import { hubRetryDelay } from '@portal/domain/backoff';
import { createStore } from '#lib/session/state.ts';
import type { Store } from '#lib/session/state.ts';

/** What the dashboard says about the live connection. */
export const HUB_FAILED = 'Failed to connect to activity hub';
export const HUB_CLOSED = 'Connection closed';

/** The state of the live connection. */
export interface LiveState {
  readonly status: 'connecting' | 'connected' | 'disconnected';
  /** Why it is disconnected; null while it is not, and when it was closed on purpose. */
  readonly error: string | null;
}

/** What a connection tells about itself once it was started. */
export interface HubEvents {
  /** Lost; it tries again by itself. */
  readonly onReconnecting: () => void;
  readonly onReconnected: () => void;
  /** Ended for good: after the last retry, or by the server, which may say why. */
  readonly onClosed: (end: { readonly gaveUp: boolean; readonly reason: string | null }) => void;
}

/** A connection to the hub, not yet started. */
export interface HubLink {
  /** Rejects when the hub cannot be reached. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Makes a link; asynchronous, because the client's code loads when it is first needed. */
export type OpenHub = (events: HubEvents) => Promise<HubLink>;

export interface LiveConnection {
  readonly state: Pick<Store<LiveState>, 'get' | 'subscribe'>;
  /** Opens the connection, tried up to five times more with doubling delays. Does nothing while it is open. */
  readonly start: () => void;
  /** Closes it, also in the middle of connecting. */
  readonly stop: () => void;
}

const CLOSED: LiveState = { status: 'disconnected', error: null };

/** Makes a closed connection. `report` hears of failures, which are only logged. */
export function createLiveConnection(open: OpenHub, report: (error: unknown) => void): LiveConnection {
  const store = createStore<LiveState>(CLOSED);
  /** Of the run that counts; what an earlier one still says is not heard. */
  let current: AbortController | null = null;

  async function run(signal: AbortSignal): Promise<void> {
    const change = (state: LiveState) => {
      if (!signal.aborted) store.set(state);
    };
    const fail = (error: string) => {
      change({ status: 'disconnected', error });
      if (!signal.aborted) current = null;
    };
    const link = await open({
      onReconnecting: () => change({ status: 'connecting', error: null }),
      onReconnected: () => change({ status: 'connected', error: null }),
      onClosed: (end) => fail(end.gaveUp ? HUB_FAILED : (end.reason ?? HUB_CLOSED)),
    });
    signal.addEventListener('abort', () => void link.stop().catch(report));
    for (let retries = 0; !signal.aborted; retries += 1) {
      try {
        await link.start();
        return change({ status: 'connected', error: null });
      } catch (error) {
        if (signal.aborted) return;
        report(error);
        const delay = hubRetryDelay(retries);
        if (delay === null) return fail(HUB_FAILED);
        await wait(delay, signal);
      }
    }
  }

  return {
    state: store,
    start: () => {
      if (current !== null) return;
      const own = new AbortController();
      current = own;
      store.set({ status: 'connecting', error: null });
      run(own.signal).catch((error: unknown) => {
        // Not the hub but the client's own code could not be had.
        report(error);
        if (current !== own) return;
        current = null;
        store.set({ status: 'disconnected', error: HUB_FAILED });
      });
    },
    stop: () => {
      current?.abort();
      current = null;
      store.set(CLOSED);
    },
  };
}

/** Milliseconds, or until the signal is aborted. */
function wait(delay: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delay);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
