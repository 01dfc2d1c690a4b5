import { DELIVERED_DAYS, FAILED_DAYS } from '@portal/domain/webhook';
import type { Db } from '#db/database.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Removes old deliveries: delivered ones after 30 days, failed ones and those that wait for a receiver after 90. Also removes
 * secrets that no longer sign.
 */
export async function removeOldDeliveries(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await db
    .deleteFrom('webhook_deliveries')
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'delivered'), eb('finished_at', '<', before(DELIVERED_DAYS))]),
        eb.and([eb('state', '=', 'failed'), eb('finished_at', '<', before(FAILED_DAYS))]),
        eb.and([eb('state', '=', 'waiting'), eb('at', '<', before(FAILED_DAYS))]),
      ]),
    )
    .execute();
  await db.deleteFrom('webhook_old_secrets').where('until', '<=', now).execute();
}
