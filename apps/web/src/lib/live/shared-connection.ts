import { createStore } from '#lib/session/state.ts';
import type { LiveChannel, News } from './live-channel.ts';
import type { LiveConnection, LiveState } from './live-connection.ts';
import { standForLead } from './tab-election.ts';
import type { Locks } from './tab-election.ts';

/** A tab on screen asks this often whether the leading tab still answers, in milliseconds. */
export const WATCH_MS = 2000;

const CLOSED: LiveState = { status: 'disconnected', error: null };
const CONNECTING: LiveState = { status: 'connecting', error: null };

/** The one live connection of a browser, as each of its tabs sees it. */
export interface SharedConnection extends Pick<LiveConnection, 'state' | 'start'> {
  /** Takes part for a session; tabs of the same session share a connection. Returns the way to leave. */
  readonly join: (sessionId: string) => () => void;
  /** Hands what the hub pushed to all tabs; for the leading one. */
  readonly publish: (news: News) => void;
}

interface SharedConnectionParts {
  /** Opened while this tab leads. */
  readonly own: LiveConnection;
  readonly locks: Locks;
  readonly openChannel: (name: string) => LiveChannel;
  readonly isHidden: () => boolean;
  readonly onNews: (news: News) => void;
  /** Connected again: something may have been missed. */
  readonly onGap: () => void;
}

/** Makes a connection that nobody has joined yet. */
export function createSharedConnection(parts: SharedConnectionParts): SharedConnection {
  const { own, locks, openChannel, isHidden, onNews, onGap } = parts;
  const store = createStore<LiveState>(CLOSED);
  let membership: { readonly start: () => void; readonly publish: (news: News) => void } | null = null;

  function join(sessionId: string): () => void {
    const name = `portal-live ${sessionId}`;
    const channel = openChannel(name);
    let isOver = false;
    let isLeading = false;
    let wasConnected = false;
    // Of the leading tab, since it was last asked.
    let hasAnswered = true;
    let isStuck = false;

    const show = (state: LiveState) => {
      const isBack = state.status === 'connected' && store.get().status !== 'connected';
      store.set(state);
      if (isBack && wasConnected) onGap();
      if (isBack) wasConnected = true;
    };
    const tell = () => channel.post({ kind: 'state', state: own.state.get(), isHidden: isHidden() });
    const ask = () => {
      hasAnswered = false;
      channel.post({ kind: 'ask' });
    };

    const close = channel.listen((message) => {
      if (isLeading) {
        if (message.kind === 'ask') tell();
        else if (message.kind === 'connect') own.start();
      } else if (message.kind === 'news') onNews(message.news);
      else if (message.kind === 'state') {
        hasAnswered = true;
        // Browsers slow the timers of hidden tabs down, and with them the retries.
        isStuck = message.isHidden && message.state.status !== 'connected';
        show(message.state);
      }
    });
    store.set(CONNECTING);
    ask();
    const candidacy = standForLead(locks, name, () => {
      isLeading = true;
      const stop = own.state.subscribe(() => {
        show(own.state.get());
        tell();
      });
      own.start();
      return () => {
        isLeading = false;
        stop();
        own.stop();
        if (isOver) return;
        show(CONNECTING);
        ask();
      };
    });

    let wasAsked = false;
    const watch = setInterval(() => {
      const mayLead = !isLeading && !isHidden();
      if (mayLead && wasAsked && (!hasAnswered || isStuck)) {
        candidacy.takeOver();
        wasAsked = false;
        return;
      }
      if (mayLead) ask();
      wasAsked = mayLead;
    }, WATCH_MS);

    membership = {
      start: () => (isLeading ? own.start() : channel.post({ kind: 'connect' })),
      publish: (news) => {
        onNews(news);
        channel.post({ kind: 'news', news });
      },
    };
    return () => {
      isOver = true;
      clearInterval(watch);
      membership = null;
      candidacy.leave();
      close();
      store.set(CLOSED);
    };
  }

  return {
    state: store,
    join,
    start: () => membership?.start(),
    publish: (news) => membership?.publish(news),
  };
}
