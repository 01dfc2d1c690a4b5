import { createStore } from '#lib/session/state.ts';
import type { LiveChannel, News } from './live-channel.ts';
import type { LiveConnection, LiveState } from './live-connection.ts';
import { electLeader, type Locks } from './leader-election.ts';

/** How often a visible tab checks whether the leading tab responds, in milliseconds. */
export const WATCH_MS = 2000;

/** A tab that gets the connection of another one so late, in milliseconds, may have missed messages. */
export const LATE_MS = 5000;

const CLOSED: LiveState = { status: 'disconnected', error: null };
const CONNECTING: LiveState = { status: 'connecting', error: null };

/** The single live connection of a browser, as seen by each of its tabs. */
export interface SharedConnection extends Pick<LiveConnection, 'state' | 'start'> {
  /** Joins for a session. Tabs of the same session share a connection. Returns a function that leaves. */
  readonly join: (sessionId: string) => () => void;
  /** Milliseconds since this tab has joined. The server sends a first connection what was pushed in that time. */
  readonly waitedMs: () => number;
  /** Sends a hub message to all tabs. Used by the leading tab. */
  readonly publish: (news: News) => void;
}

interface SharedConnectionParts {
  /** Open while this tab leads. */
  readonly own: LiveConnection;
  readonly locks: Locks;
  readonly openChannel: (name: string) => LiveChannel;
  readonly isHidden: () => boolean;
  readonly onNews: (news: News) => void;
  /** Called when messages may have been missed: after a reconnect, or when the connection of another tab comes late. */
  readonly onGap: () => void;
}

/** Creates a connection that no tab has joined yet. */
export function createSharedConnection(parts: SharedConnectionParts): SharedConnection {
  const { own, locks, openChannel, isHidden, onNews, onGap } = parts;
  const store = createStore<LiveState>(CLOSED);
  let joinedAt = 0;
  const waitedMs = () => Math.ceil(performance.now() - joinedAt);
  let membership: { readonly start: () => void; readonly publish: (news: News) => void } | null = null;

  function join(sessionId: string): () => void {
    const name = `portal-live ${sessionId}`;
    const channel = openChannel(name);
    joinedAt = performance.now();
    let isOver = false;
    let isLeading = false;
    let wasConnected = false;

    const show = (state: LiveState) => {
      const isBack = state.status === 'connected' && store.get().status !== 'connected';
      store.set(state);
      const isLate = !isLeading && waitedMs() > LATE_MS;
      if (isBack && (wasConnected || isLate)) onGap();
      if (isBack) wasConnected = true;
    };
    const sendState = () => channel.post({ kind: 'state', state: own.state.get(), isHidden: isHidden() });
    const requestState = () => channel.post({ kind: 'ask' });

    const close = channel.listen((message) => {
      if (isLeading) {
        if (message.kind === 'ask') sendState();
        else if (message.kind === 'connect') own.start();
      } else if (message.kind === 'news') onNews(message.news);
      else if (message.kind === 'state') {
        // Browsers throttle timers of hidden tabs, which slows down retries.
        watch.heard(message.isHidden && message.state.status !== 'connected' ? 'stuck' : 'well');
        show(message.state);
      }
    });
    const watch = watchLeader({
      mayLead: () => !isLeading && !isHidden(),
      ask: requestState,
      takeOver: () => candidacy.takeOver(),
    });
    store.set(CONNECTING);
    requestState();
    const candidacy = electLeader(locks, name, () => {
      isLeading = true;
      const stop = own.state.subscribe(() => {
        show(own.state.get());
        sendState();
      });
      own.start();
      return () => {
        isLeading = false;
        stop();
        own.stop();
        if (isOver) return;
        show(CONNECTING);
        requestState();
      };
    });

    membership = {
      start: () => (isLeading ? own.start() : channel.post({ kind: 'connect' })),
      publish: (news) => {
        onNews(news);
        channel.post({ kind: 'news', news });
      },
    };
    return () => {
      isOver = true;
      watch.stop();
      membership = null;
      candidacy.leave();
      close();
      store.set(CLOSED);
    };
  }

  return {
    state: store,
    join,
    waitedMs,
    start: () => membership?.start(),
    publish: (news) => membership?.publish(news),
  };
}

interface Watch {
  /** Whether this tab could take the lead now. */
  readonly mayLead: () => boolean;
  readonly ask: () => void;
  readonly takeOver: () => void;
}

/** Asks the leading tab for its state, and takes over from one that does not answer until the next time, or is stuck. */
function watchLeader({ mayLead, ask, takeOver }: Watch) {
  let leader: 'unwatched' | 'asked' | 'well' | 'stuck' = 'unwatched';
  const timer = setInterval(() => {
    if (!mayLead()) leader = 'unwatched';
    else if (leader === 'asked' || leader === 'stuck') {
      leader = 'unwatched';
      takeOver();
    } else {
      leader = 'asked';
      ask();
    }
  }, WATCH_MS);
  return {
    heard: (how: 'well' | 'stuck') => {
      if (leader !== 'unwatched') leader = how;
    },
    stop: () => clearInterval(timer),
  };
}
