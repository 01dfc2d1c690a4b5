import { HEARTBEAT_SECONDS, IDLE_MINUTES, WARNING_MINUTES } from '@portal/domain/session';
import type { IdleChannel, IdleMessage } from './idle-channel.ts';
import { createStore } from './state.ts';
import type { Store } from './state.ts';

/** What restarts the time-out. */
export const ACTIVITY_EVENTS = ['mousedown', 'mousemove', 'keydown', 'scroll', 'touchstart'] as const;

export const IDLE_MS = IDLE_MINUTES * 60_000;
export const WARNING_MS = WARNING_MINUTES * 60_000;
const HEARTBEAT_MS = HEARTBEAT_SECONDS * 1000;
/** Other tabs hear of activity at most this often. */
const TELL_MS = 1000;
/** How long the other tabs may take to say that the user is active there. */
const ASK_MS = 250;
/** Timers stand still while a computer sleeps; looking at the clock this often ends a session soon after it wakes. */
const LONGEST_STEP_MS = 15_000;

/** `idle`: nobody was active for too long; `limit`: a session lasts no longer, whatever happens. */
export type Expiry = 'idle' | 'limit';

/** Which end is near, if any, and when it comes (milliseconds since 1970). */
export interface IdleState {
  /** Activity can still prevent it. */
  readonly isWarning: boolean;
  readonly expiresAt: number;
  /** Nothing can prevent it. */
  readonly isEnding: boolean;
}

export interface IdleTrackerParts {
  readonly target: EventTarget;
  readonly openChannel: () => IdleChannel;
  /** When the session ends whatever happens, in milliseconds since 1970; null when it is not known. */
  readonly endsAt: () => number | null;
  /** Called once, at either end; for `idle` nobody was active in any tab for the whole time. */
  readonly onExpire: (why: Expiry) => void;
  /** The user is active without calling; called at most once a minute. */
  readonly heartbeat: () => void;
}

/** Watches one signed-in session for activity. */
export interface IdleTracker {
  readonly state: Pick<Store<IdleState>, 'get' | 'subscribe'>;
  /** The user said to be here: the same as any other activity. */
  readonly stay: () => void;
  /** A call just extended the session on the server, so no heartbeat is needed for a while. */
  readonly noteContact: () => void;
  /** Starts to watch; counts as activity itself, because the user has just signed in or opened the page. Returns the way to stop. */
  readonly start: () => () => void;
}

/** Makes a tracker that does not watch yet. */
export function createIdleTracker({
  target,
  openChannel,
  endsAt,
  onExpire,
  heartbeat,
}: IdleTrackerParts): IdleTracker {
  let lastActivity = Date.now();
  let lastContact = lastActivity;
  let lastTold = 0;
  let isSettling = false;
  let pointer = '';
  let channel: IdleChannel | null = null;
  let stop: (() => void) | null = null;
  let checkTimer: ReturnType<typeof setTimeout> | undefined;
  let heartbeatTimer: ReturnType<typeof setTimeout> | undefined;
  const store = createStore<IdleState>({
    isWarning: false,
    expiresAt: lastActivity + IDLE_MS,
    isEnding: false,
  });

  function check(): void {
    if (isSettling) return;
    clearTimeout(checkTimer);
    const now = Date.now();
    const expiresAt = lastActivity + IDLE_MS;
    const end = endsAt() ?? Infinity;
    if (end <= now) {
      stop?.();
      return onExpire('limit');
    }
    if (expiresAt <= now) return settle();
    const isEnding = end - now <= WARNING_MS;
    // Being active does not help where the session ends before.
    const isWarning = expiresAt - now <= WARNING_MS && expiresAt < end;
    const before = store.get();
    if (isWarning !== before.isWarning || isEnding !== before.isEnding)
      store.set({ isWarning, expiresAt, isEnding });
    const next = [expiresAt, end].map((at) => (at - now <= WARNING_MS ? at - now : at - now - WARNING_MS));
    checkTimer = setTimeout(check, Math.min(...next, LONGEST_STEP_MS));
  }

  /** The time is over here. A tab that was asleep may have missed that the user is active in another one, so it asks. */
  function settle(): void {
    if (isSettling) return;
    isSettling = true;
    channel?.post({ kind: 'ask' });
    checkTimer = setTimeout(() => {
      isSettling = false;
      if (Date.now() - lastActivity < IDLE_MS) return check();
      stop?.();
      onExpire('idle');
    }, ASK_MS);
  }

  function record(): void {
    const now = Date.now();
    // After the end nothing brings the session back: the computer may have slept through it.
    if (now - lastActivity >= IDLE_MS) return settle();
    lastActivity = now;
    if (store.get().isWarning) check();
    if (now - lastTold >= TELL_MS) {
      lastTold = now;
      channel?.post({ kind: 'active', at: now });
    }
    planHeartbeat();
  }

  // Late rather than never: activity within the minute after a call is reported at the end of that minute, so that the
  // server's session never ends before the browser's.
  function planHeartbeat(): void {
    if (heartbeatTimer !== undefined) return;
    const wait = Math.max(0, lastContact + HEARTBEAT_MS - Date.now());
    if (wait === 0) return beat();
    heartbeatTimer = setTimeout(() => {
      heartbeatTimer = undefined;
      if (lastActivity > lastContact) planHeartbeat();
    }, wait);
  }

  function beat(): void {
    lastContact = Date.now();
    heartbeat();
  }

  function onEvent(event: Event): void {
    if (event instanceof MouseEvent && event.type === 'mousemove') {
      // Browsers report a resting pointer as moving when the page changes below it, for instance when a dialog opens.
      const at = `${event.screenX},${event.screenY}`;
      if (at === pointer) return;
      pointer = at;
    }
    record();
  }

  function onMessage(message: IdleMessage): void {
    if (message.kind === 'ask') {
      channel?.post({ kind: 'active', at: lastActivity });
    } else if (message.at > lastActivity) {
      lastActivity = Math.min(message.at, Date.now());
      if (store.get().isWarning) check();
    }
  }

  function start(): () => void {
    lastActivity = Date.now();
    lastContact = lastActivity;
    isSettling = false;
    store.set({ isWarning: false, expiresAt: lastActivity + IDLE_MS, isEnding: false });
    channel = openChannel();
    const close = channel.listen(onMessage);
    const options = { capture: true, passive: true };
    for (const type of ACTIVITY_EVENTS) target.addEventListener(type, onEvent, options);
    document.addEventListener('visibilitychange', check);
    stop = () => {
      clearTimeout(checkTimer);
      clearTimeout(heartbeatTimer);
      heartbeatTimer = undefined;
      close();
      for (const type of ACTIVITY_EVENTS) target.removeEventListener(type, onEvent, options);
      document.removeEventListener('visibilitychange', check);
    };
    check();
    // What a page reads while it opens does not extend the session on the server.
    beat();
    return stop;
  }

  return {
    state: store,
    stay: record,
    noteContact: () => {
      lastContact = Date.now();
    },
    start,
  };
}
