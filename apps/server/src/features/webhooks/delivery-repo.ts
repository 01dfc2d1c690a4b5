import { DELIVERED_DAYS, FAILED_DAYS, type DeliveryState } from '@portal/domain/webhook';
import type { Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { WebhookDeliveriesTable } from '#db/schema.ts';

const COLUMNS = [
  'id',
  'event',
  'entity_type',
  'entity_id',
  'at',
  'state',
  'attempts',
  'last_attempt_at',
  'next_attempt_at',
  'last_status',
  'last_problem',
] as const;
export type DeliveryRow = Pick<Selectable<WebhookDeliveriesTable>, (typeof COLUMNS)[number]>;

/** The deliveries of a webhook, in one state or all. */
interface DeliveryFilter {
  readonly webhookId: string;
  readonly state: DeliveryState | undefined;
}

const filtered = (db: Db, { webhookId, state }: DeliveryFilter) =>
  db
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'waiting'));

/** Counts the deliveries that match a filter. */
export async function countDeliveries(db: Db, filter: DeliveryFilter): Promise<number> {
  const row = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Lists a page of deliveries, newest first. */
export const findDeliveries = (
  db: Db,
  filter: DeliveryFilter,
  { offset, pageSize }: { readonly offset: number; readonly pageSize: number },
): Promise<DeliveryRow[]> =>
  filtered(db, filter)
    .select(COLUMNS)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset(offset)
    .execute();

/** Failed deliveries of a webhook: these ones, or all. */
export interface ChosenDeliveries {
  readonly webhookId: string;
  readonly ids: readonly string[] | undefined;
}

/** Makes failed deliveries wait again, with all tries. Returns how many there were. */
export async function resendFailed(db: Db, { webhookId, ids }: ChosenDeliveries, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', attempts: 0, next_attempt_at: now, finished_at: null })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'failed')
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Removes failed deliveries. Returns how many there were. */
export async function removeFailed(db: Db, { webhookId, ids }: ChosenDeliveries): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'failed')
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

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
