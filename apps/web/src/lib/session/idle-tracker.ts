import { HEARTBEAT_SECONDS, IDLE_MINUTES, WARNING_MINUTES } from '@portal/domain/session';
import type { IdleChannel, IdleMessage } from './idle-channel.ts';
import { createStore, type Store } from './state.ts';

/** Events that restart the inactivity timeout. Dictation software and keyboards on the screen insert text without keys. */
export const ACTIVITY_EVENTS = [
  'mousedown',
  'mousemove',
  'keydown',
  'scroll',
  'touchstart',
  'beforeinput',
  'input',
  'compositionstart',
  'compositionupdate',
  'compositionend',
  'paste',
  'drop',
] as const;

export const IDLE_MS = IDLE_MINUTES * 60_000;
export const WARNING_MS = WARNING_MINUTES * 60_000;
const HEARTBEAT_MS = HEARTBEAT_SECONDS * 1000;
/** Minimum interval between activity messages to other tabs. */
const BROADCAST_MS = 1000;
/** How long to wait for other tabs to report activity. */
const ASK_MS = 250;
/** Timers pause while a computer sleeps. Checking the clock this often ends a session soon after the computer wakes up. */
const MAX_CHECK_INTERVAL_MS = 15_000;

/** `idle`: no activity for too long; `limit`: the session reached its maximum length. */
export type Expiry = 'idle' | 'limit';

/** Whether the session is about to end, and when (milliseconds since 1970). */
export interface IdleState {
  /** The inactivity timeout is near; activity can still prevent it. */
  readonly isWarning: boolean;
  readonly expiresAt: number;
  /** The maximum session length is almost reached; nothing can prevent it. */
  readonly isEnding: boolean;
}

export interface IdleTrackerParts {
  readonly target: EventTarget;
  readonly openChannel: () => IdleChannel;
  /** The latest time at which the session ends, in milliseconds since 1970; null if unknown. */
  readonly endsAt: () => number | null;
  /** Called once when the session ends; for `idle`, there was no activity in any tab. */
  readonly onExpire: (why: Expiry) => void;
  /** Called at most once a minute while the user is active without making other calls. */
  readonly heartbeat: () => void;
}

/** Tracks the user's activity during one session. */
export interface IdleTracker {
  readonly state: Pick<Store<IdleState>, 'get' | 'subscribe'>;
  /** The user chose to stay signed in; counts like any other activity. */
  readonly stay: () => void;
  /** Another call has just extended the session on the server, so no heartbeat is needed for a while. */
  readonly noteContact: () => void;
  /** Starts tracking and returns a function that stops it. Counts as activity: the user has just signed in or opened the page. */
  readonly start: () => () => void;
}

/** Creates a tracker; call `start` to begin tracking. */
export function createIdleTracker({
  target,
  openChannel,
  endsAt,
  onExpire,
  heartbeat,
}: IdleTrackerParts): IdleTracker {
  let lastActivity = Date.now();
  let lastBroadcast = 0;
  let channel: IdleChannel | null = null;
  let stop: (() => void) | null = null;
  const contact = createContact(heartbeat, () => lastActivity);
  const input = createInput(target, record);
  const deadline = createDeadline({
    lastActivity: () => lastActivity,
    endsAt,
    askOtherTabs: () => channel?.post({ kind: 'ask' }),
    onExpire: (why) => {
      stop?.();
      onExpire(why);
    },
  });

  function record(): void {
    const now = Date.now();
    // The timeout may have passed while the computer slept; later activity must not revive the session.
    if (now - lastActivity >= IDLE_MS) return deadline.settle();
    lastActivity = now;
    deadline.endWarning();
    if (now - lastBroadcast >= BROADCAST_MS) {
      lastBroadcast = now;
      channel?.post({ kind: 'active', at: now });
    }
    contact.plan();
  }

  function onMessage(message: IdleMessage): void {
    if (message.kind === 'ask') {
      channel?.post({ kind: 'active', at: lastActivity });
    } else if (message.at > lastActivity) {
      lastActivity = Math.min(message.at, Date.now());
      deadline.endWarning();
    }
  }

  function start(): () => void {
    lastActivity = Date.now();
    deadline.reset();
    channel = openChannel();
    const close = channel.listen(onMessage);
    input.listen();
    document.addEventListener('visibilitychange', deadline.check);
    stop = () => {
      deadline.stop();
      contact.stop();
      close();
      input.stop();
      document.removeEventListener('visibilitychange', deadline.check);
    };
    deadline.check();
    // The calls a page makes while it opens do not extend the session on the server.
    contact.beat();
    return stop;
  }

  return { state: deadline.state, stay: record, noteContact: contact.note, start };
}

interface DeadlineParts extends Pick<IdleTrackerParts, 'endsAt' | 'onExpire'> {
  readonly lastActivity: () => number;
  readonly askOtherTabs: () => void;
}

/** Warns before the session ends, and ends it. */
function createDeadline({ lastActivity, endsAt, askOtherTabs, onExpire }: DeadlineParts) {
  let isSettling = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const initial = () => ({ isWarning: false, expiresAt: lastActivity() + IDLE_MS, isEnding: false });
  const store = createStore<IdleState>(initial());

  function check(): void {
    if (isSettling) return;
    clearTimeout(timer);
    const now = Date.now();
    const expiresAt = lastActivity() + IDLE_MS;
    const end = endsAt() ?? Infinity;
    if (end <= now) return onExpire('limit');
    if (expiresAt <= now) return settle();
    const isEnding = end - now <= WARNING_MS;
    // No idle warning if the session reaches its limit first anyway.
    const isWarning = expiresAt - now <= WARNING_MS && expiresAt < end;
    const before = store.get();
    if (isWarning !== before.isWarning || isEnding !== before.isEnding)
      store.set({ isWarning, expiresAt, isEnding });
    const next = [expiresAt, end].map((at) => (at - now <= WARNING_MS ? at - now : at - now - WARNING_MS));
    timer = setTimeout(check, Math.min(...next, MAX_CHECK_INTERVAL_MS));
  }

  /** The timeout has passed in this tab. A suspended tab may have missed activity in other tabs, so ask them first. */
  function settle(): void {
    if (isSettling) return;
    isSettling = true;
    askOtherTabs();
    timer = setTimeout(() => {
      isSettling = false;
      if (Date.now() - lastActivity() < IDLE_MS) return check();
      onExpire('idle');
    }, ASK_MS);
  }

  return {
    state: store,
    check,
    settle,
    /** There was activity. */
    endWarning: () => {
      if (store.get().isWarning) check();
    },
    reset: () => {
      isSettling = false;
      store.set(initial());
    },
    stop: () => clearTimeout(timer),
  };
}

/** Reports activity to the server at most once a minute, and not soon after another call. */
function createContact(heartbeat: () => void, lastActivity: () => number) {
  let lastContact = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function note(): void {
    lastContact = Date.now();
  }

  function beat(): void {
    note();
    heartbeat();
  }

  // Activity within a minute after a call is reported at the end of that minute, so that the server's session never ends
  // before the browser's.
  function plan(): void {
    if (timer !== undefined) return;
    const wait = Math.max(0, lastContact + HEARTBEAT_MS - Date.now());
    if (wait === 0) return beat();
    timer = setTimeout(() => {
      timer = undefined;
      if (lastActivity() > lastContact) plan();
    }, wait);
  }

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  return { note, beat, plan, stop };
}

/** Listens for what a person does with mouse, keys or touch. */
function createInput(target: EventTarget, onInput: () => void) {
  const options = { capture: true, passive: true };
  let pointer = '';

  function onEvent(event: Event): void {
    if (event instanceof MouseEvent && event.type === 'mousemove') {
      // Browsers fire mousemove for a resting pointer when the page changes below it, for instance when a dialog opens.
      const at = `${event.screenX},${event.screenY}`;
      if (at === pointer) return;
      pointer = at;
    }
    onInput();
  }

  return {
    listen: () => ACTIVITY_EVENTS.forEach((type) => target.addEventListener(type, onEvent, options)),
    stop: () => ACTIVITY_EVENTS.forEach((type) => target.removeEventListener(type, onEvent, options)),
  };
}
