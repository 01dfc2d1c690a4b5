import { activity } from '@portal/contract/dashboard';
import { liveTicket } from '@portal/contract/session';
import { call, session } from '#lib/portal.ts';
import { createActivityFeed } from './activity-feed.ts';
import { createLiveConnection } from './live-connection.ts';
import { createSignal } from '#lib/signal.ts';
import type { Activity } from '@portal/contract/dashboard';

/** The activity feed of this tab. */
export const activityFeed = createActivityFeed();

/** Each activity as it is pushed. */
export const pushedActivity = createSignal<Activity>();

/** The live connection of this tab; none of its calls extends the session (decisions 13). */
export const liveConnection = createLiveConnection(async (events) => {
  const { openHubLink } = await import('./hub-link.ts');
  return openHubLink({
    ...events,
    ticket: async () => (await call(liveTicket, {})).ticket,
    token: () => session.state().token,
    onActivity: (payload) => {
      const parsed = activity.safeParse(payload);
      if (!parsed.success) return report(new TypeError('An activity could not be read'));
      activityFeed.add(parsed.data);
      pushedActivity.emit(parsed.data);
    },
    onPermissionsChanged: () => void session.refreshPermissions(),
    onClosed: (end) => {
      events.onClosed(end);
      // The server closes with a reason when the session has ended; asking tells for sure and leads to the sign-in screen.
      if (end.reason !== null) void session.refreshPermissions();
    },
  });
}, report);

function report(error: unknown): void {
  // oxlint-disable-next-line no-console -- failures of the live connection are only logged (spec 1 §8); no data in them
  console.error(`Live connection: ${error instanceof Error ? error.message : 'failed'}`);
}
