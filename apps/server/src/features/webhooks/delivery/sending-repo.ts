import { HELD_BACK, MAX_RETRY_DELAY } from '@portal/domain/webhook';
import { sql, type Transaction } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Database } from '#db/schema.ts';
import { latestEnd, latestPast } from '#platform/time-limits.ts';
import type { DeliveredActivity } from './payload.ts';
import { oldSecretsOf } from '../webhook-repo.ts';
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
  /** The webhook of each delivery that this process is sending. */
  readonly sending: readonly string[];
}

/** Claims due deliveries of active webhooks, oldest first. Rows that another process is claiming are skipped. */
export async function claimDeliveries(
  db: Db,
  { now, until, perWebhook, sending }: Claim,
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with due as materialized (
      select one.id from webhooks w
      left join (select id, count(*) from unnest(${sending}::uuid[]) as id group by id) as busy on busy.id = w.id
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
      w.url, w.secret, ${oldSecretsOf(now)} as old_secrets`.execute(db);
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
    .set({ last_success_at: now, failing_since: null, failed_at: null, failed_tries: 0 })
    .where('id', '=', webhookId)
    .execute();
}

/** A webhook after a failed try. */
export interface FailingWebhook {
  readonly name: string;
  readonly is_active: boolean;
  /** When the run of failed tries began. */
  readonly failing_since: Date;
  /** How many tries of the run count: at most one an hour. */
  readonly failed_tries: number;
}

const HOUR_MS = 3_600_000;
/** After a longer time without a failed try, another run begins. The last counted try can be an hour older than the last one. */
const LONGEST_GAP_MS = MAX_RETRY_DELAY + 2 * HOUR_MS;

/** Records that a webhook failed, and returns its state after that; undefined if it was deleted. */
export async function recordFailure(
  tx: Tx,
  webhookId: string,
  now: Date,
): Promise<FailingWebhook | undefined> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const { rows } = await sql<FailingWebhook>`
    update webhooks w set
      failing_since = case when run.is_new then ${now} else w.failing_since end,
      failed_at = case when run.is_new or run.counts then ${now} else w.failed_at end,
      failed_tries = case when run.is_new then 1 when run.counts then w.failed_tries + 1 else w.failed_tries end
    from (
      select id, failed_at <= ${before(HOUR_MS)} as counts,
        failing_since is null or failed_at is null or failed_at < ${before(LONGEST_GAP_MS)} or failed_at > ${latestPast(now)} as is_new
      from webhooks where id = ${webhookId} for no key update
    ) run
    where w.id = run.id
    returning w.name, w.is_active, w.failing_since, w.failed_tries`.execute(tx);
  return rows[0];
}

/** Moves what waits to the failed list, where it can be sent again. */
export async function holdBack(db: Db, webhookId: string, now: Date): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      state: 'failed',
      finished_at: now,
      last_problem: eb.fn.coalesce('last_problem', eb.val(HELD_BACK)),
    }))
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Pauses a webhook because it does not work, and holds back what waits. */
export async function pauseWebhook(
  tx: Tx,
  webhookId: string,
  because: 'gone' | 'failing',
  now: Date,
): Promise<void> {
  await holdBack(tx, webhookId, now);
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

/** The row, unless its claim has ended and another one was made, or it was held back. */
const claimed = (tx: Tx, { id, attempts }: ClaimedDelivery) =>
  tx
    .updateTable('webhook_deliveries')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting');

/** Ends a delivery that arrived, even if it was held back in the meantime. */
export async function finishDelivered(
  tx: Tx,
  { id, attempts }: ClaimedDelivery,
  status: number | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'delivered', finished_at: now, last_status: status, last_problem: null })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute();
}

/** Ends a delivery that has failed for good. */
export async function finishFailed(
  tx: Tx,
  delivery: ClaimedDelivery,
  { status, problem, now }: Attempt & { readonly now: Date },
): Promise<void> {
  await claimed(tx, delivery)
    .set({ state: 'failed', finished_at: now, last_status: status, last_problem: problem })
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

/**
 * Counts deliveries that wait or have failed, without those of webhooks that a user paused: nobody needs to be told about what they hold back.
 */
export async function countDeliveries(db: Db): Promise<DeliveryCounts> {
  const { rows } = await sql<DeliveryCounts>`
    select count(*) filter (where d.state = 'waiting' and w.is_active)::int as waiting,
      count(*) filter (where d.state = 'failed' and (w.is_active or w.paused_because is not null))::int as failed,
      min(d.at) filter (where d.state = 'waiting' and w.is_active) as oldest
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id where d.state in ('waiting', 'failed')`.execute(
    db,
  );
  return rows[0] ?? { waiting: 0, failed: 0, oldest: null };
}
