import { activity, type Activity } from '@portal/contract/dashboard';
import { liveTicket } from '@portal/contract/session';
import { call, session } from '#lib/portal.ts';
import { createSignal } from '#lib/signal.ts';
import { createActivityFeed } from './activity-feed.ts';
import { openLiveChannel, type News } from './live-channel.ts';
import { createLiveConnection, type OpenHub } from './live-connection.ts';
import { createSharedConnection, type SharedConnection } from './shared-connection.ts';

/** The activity feed of this tab. */
export const activityFeed = createActivityFeed();

/** Emits each activity when it is pushed. */
export const pushedActivity = createSignal<Activity>();

/** Emits when the user’s notifications have changed. */
export const changedNotifications = createSignal<void>();

/** Emits the topic of a change, such as `OWN_TIMECARD`. */
export const changedTopic = createSignal<string>();

/** Emits when activities or other news may have been missed, for example after a reconnect. */
export const missedUpdates = createSignal<void>();

/** The live connection, shared by all tabs of the browser. Its requests never extend the session. */
export const liveConnection: SharedConnection = createSharedConnection({
  own: createLiveConnection(openHub, report),
  // Browsers provide locks only on secure origins.
  locks: 'locks' in navigator ? navigator.locks : undefined,
  openChannel: openLiveChannel,
  isHidden: () => document.visibilityState === 'hidden',
  onNews: receive,
  onGap: () => {
    void session.refreshPermissions();
    missedUpdates.emit();
  },
});

async function openHub(events: Parameters<OpenHub>[0]): ReturnType<OpenHub> {
  const { openHubLink } = await import('./hub-link.ts');
  return openHubLink({
    ...events,
    waitedMs: () => liveConnection.waitedMs(),
    ticket: async () => (await call(liveTicket, {})).ticket,
    token: () => session.state().token,
    onActivity: (payload) => {
      const parsed = activity.safeParse(payload);
      if (parsed.success) liveConnection.publish({ kind: 'activity', activity: parsed.data });
      else report(new TypeError('Received an invalid activity'));
    },
    onPermissionsChanged: () => liveConnection.publish({ kind: 'rights' }),
    onNotificationsChanged: () => liveConnection.publish({ kind: 'notifications' }),
    onChanged: (topic) =>
      liveConnection.publish({ kind: 'change', topic: typeof topic === 'string' ? topic : null }),
    onClosed: (end) => {
      events.onClosed(end);
      // The server closes with a reason when the session has ended. Reading the permissions confirms it and leads to
      // sign-in.
      if (end.reason !== null) void session.refreshPermissions();
    },
  });
}

function receive(news: News): void {
  if (news.kind === 'rights') return void session.refreshPermissions();
  if (news.kind === 'notifications') return changedNotifications.emit();
  if (news.kind === 'change')
    return news.topic === null ? missedUpdates.emit() : changedTopic.emit(news.topic);
  activityFeed.add(news.activity);
  pushedActivity.emit(news.activity);
}

function report(error: unknown): void {
  // oxlint-disable-next-line no-console -- failures of the live connection are only logged; no data in them
  console.error(`Live connection: ${error instanceof Error ? error.message : 'failed'}`);
}
