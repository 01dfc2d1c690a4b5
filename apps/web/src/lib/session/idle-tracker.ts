import { HEARTBEAT_SECONDS, IDLE_MINUTES, WARNING_MINUTES } from '@portal/domain/session';
import type { IdleChannel, IdleMessage } from './idle-channel.ts';
import { createStore } from './state.ts';
import type { Store } from './state.ts';

/** What restarts the time-out (spec 1 §9). */
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

/** Whether the end is near, and when it comes (milliseconds since 1970). */
export interface IdleState {
  readonly isWarning: boolean;
  readonly expiresAt: number;
}

export interface IdleTrackerParts {
  readonly target: EventTarget;
  readonly openChannel: () => IdleChannel;
  /** Called once, when nobody was active in any tab for the whole time. */
  readonly onExpire: () => void;
  /** The user is active without calling; called at most once a minute (decisions 13). */
  readonly heartbeat: () => void;
}

/** Watches one signed-in session for activity (spec 1 §9, decisions 13 and 14). */
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
  const store = createStore<IdleState>({ isWarning: false, expiresAt: lastActivity + IDLE_MS });

  function check(): void {
    clearTimeout(checkTimer);
    const left = lastActivity + IDLE_MS - Date.now();
    if (left <= 0) return settle();
    const isWarning = left <= WARNING_MS;
    if (isWarning !== store.get().isWarning) store.set({ isWarning, expiresAt: lastActivity + IDLE_MS });
    checkTimer = setTimeout(check, Math.min(isWarning ? left : left - WARNING_MS, LONGEST_STEP_MS));
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
      onExpire();
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
    store.set({ isWarning: false, expiresAt: lastActivity + IDLE_MS });
    channel = openChannel();
    const close = channel.listen(onMessage);
    const options = { capture: true, passive: true };
    for (const type of ACTIVITY_EVENTS) target.addEventListener(type, onEvent, options);
    document.addEventListener('visibilitychange', check);
    check();
    // What a page reads while it opens does not extend the session on the server.
    beat();
    stop = () => {
      clearTimeout(checkTimer);
      clearTimeout(heartbeatTimer);
      heartbeatTimer = undefined;
      close();
      for (const type of ACTIVITY_EVENTS) target.removeEventListener(type, onEvent, options);
      document.removeEventListener('visibilitychange', check);
    };
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
