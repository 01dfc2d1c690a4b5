import { returnPathFor } from '#lib/session/return-path.ts';
import { passesGuard } from '#lib/session/access.ts';
import type { SessionState } from '#lib/session/state.ts';
import { pageAt } from './routes/areas.ts';

/**
 * Where to go after sign-in: back to the page that the same user came from, or else the preferred landing page if the user
 * may see it, or else /. `entry` is the state of the history entry of /login.
 */
export function landingPath(state: SessionState, entry: unknown): string {
  if (state.user === null) return '/';
  const back = returnPathFor(entry, state.user.id);
  if (back !== null) return back;
  const preferred = state.user.preferences.landingPage;
  const page = pageAt(preferred);
  return page !== undefined && passesGuard(state, page.guard) ? preferred : '/';
}
