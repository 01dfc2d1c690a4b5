import { hubRetryDelay } from '@portal/domain/backoff';
import { createStore, type Store } from '#lib/session/state.ts';

/** Error texts of the live connection, shown on the dashboard. */
export const HUB_FAILED = 'Failed to connect to activity hub';
export const HUB_CLOSED = 'Connection closed';

/** The state of the live connection. */
export interface LiveState {
  readonly status: 'connecting' | 'connected' | 'disconnected';
  /** Why it is disconnected. Null while connected and after a regular stop. */
  readonly error: string | null;
}

/** Events of a connection after its start. */
export interface HubEvents {
  /** The connection was lost; it is reconnecting. */
  readonly onReconnecting: () => void;
  readonly onReconnected: () => void;
  /** The connection ended: after the last retry, or closed by the server with an optional reason. */
  readonly onClosed: (end: { readonly gaveUp: boolean; readonly reason: string | null }) => void;
}

/** A connection to the hub that is not started yet. */
export interface HubLink {
  /** Rejects when the hub cannot be reached. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Creates a link. Asynchronous, because the client’s code is loaded on demand. */
export type OpenHub = (events: HubEvents) => Promise<HubLink>;

export interface LiveConnection {
  readonly state: Pick<Store<LiveState>, 'get' | 'subscribe'>;
  /** Opens the connection, with up to five retries and doubling delays. Does nothing while it is open. */
  readonly start: () => void;
  /** Closes the connection, even while connecting. */
  readonly stop: () => void;
}

const CLOSED: LiveState = { status: 'disconnected', error: null };

/** Creates a closed connection. `report` is called with failures, which are only logged. */
export function createLiveConnection(open: OpenHub, report: (error: unknown) => void): LiveConnection {
  const store = createStore<LiveState>(CLOSED);
  /** The current run. Events of earlier runs are ignored. */
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
        // The client’s code could not be loaded.
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

/** Resolves after `delay` ms or when the signal is aborted. */
function wait(delay: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delay);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
