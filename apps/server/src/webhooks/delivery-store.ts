import { MAX_RETRY_DELAY } from '@portal/domain/webhook';
import { sql, type Transaction } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Database } from '#db/schema.ts';
import { latestEnd } from '#platform/time-limits.ts';
import type { DeliveredActivity } from './payload.ts';
import type { StoredSecrets } from './secrets.ts';

/** A delivery that this process may send until its claim ends, with its webhook. */
export interface ClaimedDelivery extends DeliveredActivity, StoredSecrets {
  readonly id: string;
  readonly webhook_id: string;
  readonly url: string;
  /** Tries so far, including this one. Another claim has another number. */
  readonly attempts: number;
}

interface Claim {
  readonly now: Date;
  /** When others may try the deliveries if this process has died. */
  readonly until: Date;
  readonly perWebhook: number;
  /** How many deliveries of each webhook this process is sending. */
  readonly sending: ReadonlyMap<string, number>;
}

/** Claims due deliveries of active webhooks, oldest first. Rows that another process is claiming are skipped. */
export async function claimDeliveries(
  db: Db,
  { now, until, perWebhook, sending }: Claim,
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with due as materialized (
      select one.id from webhooks w
      left join unnest(${[...sending.keys()]}::uuid[], ${[...sending.values()]}::int[]) as busy (id, count) on busy.id = w.id
      cross join lateral (
        select d.id from webhook_deliveries d
        where d.webhook_id = w.id and d.state = 'waiting'
          and (d.next_attempt_at <= ${now} or d.next_attempt_at > ${latestEnd(now, MAX_RETRY_DELAY)})
        order by d.next_attempt_at, d.id
        limit greatest(0, ${perWebhook}::int - coalesce(busy.count, 0))
        for update skip locked
      ) one
      where w.is_active
    )
    update webhook_deliveries d
    set attempts = d.attempts + 1, next_attempt_at = ${until}, last_attempt_at = ${now}
    from due, webhooks w
    where d.id = due.id and w.id = d.webhook_id
    returning d.id, d.webhook_id, d.event, d.at, d.activity_id, d.entity_type, d.entity_id, d.attempts,
      w.url, w.secret, w.old_secret, w.old_secret_until`.execute(db);
  return rows;
}

/** When the next delivery of an active webhook is due; undefined if none waits. */
export async function nextDue(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('webhooks as w')
    .innerJoin('webhook_deliveries as d', 'd.webhook_id', 'w.id')
    .select((eb) => eb.fn.min('d.next_attempt_at').as('next'))
    .where('w.is_active', '=', true)
    .where('d.state', '=', 'waiting')
    .executeTakeFirst();
  return row?.next ?? undefined;
}

type Tx = Transaction<Database>;

/** Records that a webhook works. */
export async function recordSuccess(tx: Tx, webhookId: string, now: Date): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ last_success_at: now, failing_since: null })
    .where('id', '=', webhookId)
    .execute();
}

/** Records that a webhook failed, and returns its state after that; undefined if it was deleted. */
export async function recordFailure(
  tx: Tx,
  webhookId: string,
  now: Date,
): Promise<{ name: string; is_active: boolean; failing_since: Date } | undefined> {
  const row = await tx
    .updateTable('webhooks')
    .set((eb) => ({ failing_since: eb.fn.coalesce('failing_since', eb.val(now)) }))
    .where('id', '=', webhookId)
    .returning(['name', 'is_active', 'failing_since'])
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, failing_since: row.failing_since ?? now };
}

/** Pauses a webhook because it does not work. */
export async function pauseWebhook(tx: Tx, webhookId: string, because: 'gone' | 'failing'): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set((eb) => ({ is_active: false, paused_because: because, version: eb('version', '+', 1) }))
    .where('id', '=', webhookId)
    .execute();
}

interface Attempt {
  readonly status: number | null;
  readonly problem: string | null;
}

/** The row, unless its claim has ended and another one was made. */
const claimed = (tx: Tx, { id, attempts }: ClaimedDelivery) =>
  tx
    .updateTable('webhook_deliveries')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting');

/** Ends a delivery, as delivered or as failed for good. */
export async function finishDelivery(
  tx: Tx,
  delivery: ClaimedDelivery,
  { status, problem, now, state }: Attempt & { readonly now: Date; readonly state: 'delivered' | 'failed' },
): Promise<void> {
  await claimed(tx, delivery)
    .set({ state, finished_at: now, last_status: status, last_problem: problem })
    .execute();
}

/** Plans the next try of a delivery. */
export async function planRetry(
  tx: Tx,
  delivery: ClaimedDelivery,
  { status, problem, at }: Attempt & { readonly at: Date },
): Promise<void> {
  await claimed(tx, delivery)
    .set({ next_attempt_at: at, last_status: status, last_problem: problem })
    .execute();
}

/** Gives a delivery back that was not sent to the end, because the portal is closing. */
export async function releaseDelivery(db: Db, { id, attempts }: ClaimedDelivery, now: Date): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: now, attempts: attempts - 1 })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting')
    .execute();
}

/** Active SuperAdmins, who administer webhooks. */
export async function administrators(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('users as u')
    .innerJoin('user_roles as ur', 'ur.user_id', 'u.id')
    .innerJoin('roles as r', 'r.id', 'ur.role_id')
    .select('u.id')
    .where('r.name', '=', 'SuperAdmin')
    .where('u.is_active', '=', true)
    .execute();
  return rows.map(({ id }) => id);
}

/** What the database knows about all deliveries. */
export interface DeliveryCounts {
  readonly waiting: number;
  readonly failed: number;
  /** The time of the oldest activity that waits; null if none does. */
  readonly oldest: Date | null;
}

/** Counts deliveries that wait or have failed. Those of paused webhooks do not wait. */
export async function countDeliveries(db: Db): Promise<DeliveryCounts> {
  const { rows } = await sql<DeliveryCounts>`
    select count(*) filter (where d.state = 'waiting' and w.is_active)::int as waiting,
      count(*) filter (where d.state = 'failed')::int as failed,
      min(d.at) filter (where d.state = 'waiting' and w.is_active) as oldest
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id where d.state in ('waiting', 'failed')`.execute(
    db,
  );
  return rows[0] ?? { waiting: 0, failed: 0, oldest: null };
}
