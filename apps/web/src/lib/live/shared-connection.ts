import { createStore, type Store } from '#lib/session/state.ts';
import type { LiveChannel, LiveMessage, News } from './live-channel.ts';
import type { LiveConnection, LiveState } from './live-connection.ts';
import { electLeader, type LeaderElection, type Locks } from './leader-election.ts';

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
  const store = createStore<LiveState>(CLOSED);
  let joinedAt = 0;
  const waitedMs = () => Math.ceil(performance.now() - joinedAt);
  let membership: Membership | null = null;
  return {
    state: store,
    join: (sessionId) => {
      joinedAt = performance.now();
      const joined = (membership = new Membership(sessionId, { ...parts, store, waitedMs }));
      return () => {
        membership = null;
        joined.leave();
      };
    },
    waitedMs,
    start: () => membership?.start(),
    publish: (news) => membership?.publish(news),
  };
}

interface MembershipParts extends SharedConnectionParts, Pick<SharedConnection, 'waitedMs'> {
  /** What this tab shows. */
  readonly store: Store<LiveState>;
}

/** This tab among those of a session, from joining to leaving. */
class Membership {
  readonly #parts: MembershipParts;
  readonly #channel: LiveChannel;
  readonly #watch: LeaderWatch;
  readonly #candidacy: LeaderElection;
  readonly #closeChannel: () => void;
  #isOver = false;
  #isLeading = false;
  #wasConnected = false;

  constructor(sessionId: string, parts: MembershipParts) {
    const name = `portal-live ${sessionId}`;
    this.#parts = parts;
    this.#channel = parts.openChannel(name);
    this.#closeChannel = this.#channel.listen((message) => this.#receive(message));
    this.#watch = watchLeader({
      mayLead: () => !this.#isLeading && !parts.isHidden(),
      ask: () => this.#requestState(),
      takeOver: () => this.#candidacy.takeOver(),
    });
    parts.store.set(CONNECTING);
    this.#requestState();
    this.#candidacy = electLeader(parts.locks, name, () => this.#lead());
  }

  start(): void {
    if (this.#isLeading) this.#parts.own.start();
    else this.#channel.post({ kind: 'connect' });
  }

  publish(news: News): void {
    this.#parts.onNews(news);
    this.#channel.post({ kind: 'news', news });
  }

  leave(): void {
    this.#isOver = true;
    this.#watch.stop();
    this.#candidacy.leave();
    this.#closeChannel();
    this.#parts.store.set(CLOSED);
  }

  #receive(message: LiveMessage): void {
    const { own, onNews } = this.#parts;
    if (this.#isLeading) {
      if (message.kind === 'ask') this.#sendState();
      else if (message.kind === 'connect') own.start();
    } else if (message.kind === 'news') onNews(message.news);
    else if (message.kind === 'state') {
      // Browsers throttle timers of hidden tabs, which slows down retries.
      this.#watch.heard(message.isHidden && message.state.status !== 'connected' ? 'stuck' : 'well');
      this.#show(message.state);
    }
  }

  /** Opens the connection for all tabs. Returns a function that resigns. */
  #lead(): () => void {
    const { own } = this.#parts;
    this.#isLeading = true;
    const stop = own.state.subscribe(() => {
      this.#show(own.state.get());
      this.#sendState();
    });
    own.start();
    return () => {
      this.#isLeading = false;
      stop();
      own.stop();
      if (this.#isOver) return;
      this.#show(CONNECTING);
      this.#requestState();
    };
  }

  #show(state: LiveState): void {
    const { store, waitedMs, onGap } = this.#parts;
    const isBack = state.status === 'connected' && store.get().status !== 'connected';
    store.set(state);
    const isLate = !this.#isLeading && waitedMs() > LATE_MS;
    if (isBack && (this.#wasConnected || isLate)) onGap();
    if (isBack) this.#wasConnected = true;
  }

  #sendState(): void {
    const { own, isHidden } = this.#parts;
    this.#channel.post({ kind: 'state', state: own.state.get(), isHidden: isHidden() });
  }

  #requestState(): void {
    this.#channel.post({ kind: 'ask' });
  }
}

interface Watch {
  /** Whether this tab could take the lead now. */
  readonly mayLead: () => boolean;
  readonly ask: () => void;
  readonly takeOver: () => void;
}

interface LeaderWatch {
  readonly heard: (how: 'well' | 'stuck') => void;
  readonly stop: () => void;
}

/** Asks the leading tab for its state, and takes over from one that does not answer until the next time, or is stuck. */
function watchLeader({ mayLead, ask, takeOver }: Watch): LeaderWatch {
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
    heard: (how) => {
      if (leader !== 'unwatched') leader = how;
    },
    stop: () => clearInterval(timer),
  };
}
