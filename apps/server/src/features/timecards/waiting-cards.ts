import type { Timecard } from '@portal/contract/timecards';
import type { MyWork } from '@portal/contract/my-work';
import { clockState } from '@portal/domain/timecard';
import type { Total } from '#db/list-page.ts';
import type { SignedInContext } from '#request/context.ts';
import { listUnconfirmedIds } from './search-repo.ts';
import { findCards, findOpenCard } from './timecard-repo.ts';
import { presentCard } from './timecard-view.ts';

/** Lists the first timecards that wait for the caller's correction or confirmation, newest first. */
export async function listUnconfirmed(
  { deps: { db, config }, now, user }: SignedInContext,
  pageSize: number,
): Promise<Total & { readonly rows: Timecard[] }> {
  const zone = config.practice.timeZone;
  const { ids, ...totals } = await listUnconfirmedIds(db, now, user.id, pageSize);
  return { rows: (await findCards(db, zone, ids)).map((row) => presentCard(row, zone, now)), ...totals };
}

/** Gets the state of the caller's clock. */
export async function getClock({ deps, user, now }: SignedInContext): Promise<NonNullable<MyWork['clock']>> {
  const zone = deps.config.practice.timeZone;
  const row = await findOpenCard(deps.db, zone, user.id);
  const card = row === undefined ? null : presentCard(row, zone, now);
  return {
    state: clockState(card),
    clockInTime: card?.clockInTime ?? null,
    isTooLong: card?.isTooLong ?? false,
  };
}
