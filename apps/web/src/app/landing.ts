import { returnPathFor } from '#lib/session/return-path.ts';
import { passesGuard } from '#lib/session/access.ts';
import type { SessionState } from '#lib/session/state.ts';
import { pageAt } from './routes/areas.ts';

/**
 * Where signing in leads: back to the page the same user came from, else to the preferred landing page where
 * there is one to see, else to /. `entry` is what the history entry of /login carries.
 */
export function landingPath(state: SessionState, entry: unknown): string {
  if (state.user === null) return '/';
  const back = returnPathFor(entry, state.user.id);
  if (back !== null) return back;
  const preferred = state.user.preferences.landingPage;
  const page = pageAt(preferred);
  return page !== undefined && passesGuard(state, page.guard) ? preferred : '/';
}
