import { OLD_SECRET_HOURS } from '@portal/domain/webhook';
import { sql, type Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { WebhooksTable } from '#db/schema.ts';
import { latestEnd } from '#platform/time-limits.ts';

const COLUMNS = [
  'w.id',
  'w.name',
  'w.url',
  'w.events',
  'w.is_active',
  'w.paused_because',
  'w.last_success_at',
  'w.version',
] as const;

/** A webhook without its secrets, and how many of its deliveries wait or have failed. */
export type WebhookRow = Omit<
  Selectable<WebhooksTable>,
  'secret' | 'old_secret' | 'old_secret_until' | 'failing_since' | 'failed_at' | 'failed_tries' | 'created_at'
> & {
  /** When the last of the replaced secrets ends. */
  readonly old_secret_until: Date | null;
  readonly waiting_count: number;
  readonly failed_count: number;
};

/** The column of `StoredSecrets` with the replaced secrets of the webhook `w`. */
export const oldSecretsOf = (now: Date) => sql<Buffer[]>`array(
  select o.secret from webhook_old_secrets o
  where o.webhook_id = w.id and o.until > ${now} and o.until <= ${latestEnd(now, OLD_SECRET_HOURS * 3_600_000)}
  order by o.until desc)`;

const oldSecretUntil = sql<Date | null>`(select max(o.until) from webhook_old_secrets o where o.webhook_id = w.id)`;

const countOf = (state: 'waiting' | 'failed') =>
  sql<number>`(select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.state = ${sql.lit(state)})`;

const webhooks = (db: Db) =>
  db
    .selectFrom('webhooks as w')
    .select(COLUMNS)
    .select([
      oldSecretUntil.as('old_secret_until'),
      countOf('waiting').as('waiting_count'),
      countOf('failed').as('failed_count'),
    ]);

/** Lists all webhooks by name. */
export const findWebhooks = (db: Db): Promise<WebhookRow[]> =>
  webhooks(db)
    .orderBy(sql`lower(w.name)`)
    .orderBy('w.id')
    .execute();

export const findWebhook = (db: Db, id: string): Promise<WebhookRow | undefined> =>
  webhooks(db).where('w.id', '=', id).executeTakeFirst();

/**
 * Finds a webhook and locks it until the transaction ends. Activities that add deliveries do not wait for this lock, except
 * when the webhook is deleted.
 */
export const lockWebhook = (db: Db, id: string): Promise<WebhookRow | undefined> =>
  webhooks(db).where('w.id', '=', id).forNoKeyUpdate('w').executeTakeFirst();

/** Locks the number of webhooks until the transaction ends, and returns it. */
export async function lockCount(db: Db): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('medical-portal-webhooks'))`.execute(db);
  const row = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The editable fields of a webhook. */
export interface WebhookFields {
  readonly name: string;
  readonly url: string;
  readonly events: WebhookRow['events'];
  readonly isActive: boolean;
}

const columns = ({ isActive, ...fields }: WebhookFields) => ({ ...fields, is_active: isActive });

/** Inserts a webhook with an encrypted secret. */
export async function insertWebhook(
  db: Db,
  { id, secret, now, fields }: { id: string; secret: Buffer; now: Date; fields: WebhookFields },
): Promise<void> {
  await db
    .insertInto('webhooks')
    .values({ id, secret, created_at: now, ...columns(fields) })
    .execute();
}

/** Updates a webhook. Nothing is left of why the portal paused it, or since when it has failed. */
export async function updateWebhook(db: Db, id: string, fields: WebhookFields): Promise<void> {
  await db
    .updateTable('webhooks')
    .set((eb) => ({
      ...columns(fields),
      paused_because: null,
      failing_since: null,
      failed_at: null,
      failed_tries: 0,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/** When each replaced secret ends that still signs, the earliest first. */
export async function findOldSecretEnds(db: Db, id: string, now: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('webhook_old_secrets')
    .select('until')
    .where('webhook_id', '=', id)
    .where('until', '>', now)
    .orderBy('until')
    .execute();
  return rows.map(({ until }) => until);
}

/** Replaces the secret. The current one also signs until a moment, and those before it as long as before. */
export async function replaceSecret(
  db: Db,
  id: string,
  { secret, oldUntil }: { secret: Buffer; oldUntil: Date },
): Promise<void> {
  await db
    .insertInto('webhook_old_secrets')
    .columns(['webhook_id', 'secret', 'until'])
    .expression((eb) =>
      eb
        .selectFrom('webhooks')
        .select((of) => ['id', 'webhooks.secret', of.val(oldUntil).as('until')])
        .where('id', '=', id),
    )
    .execute();
  await db
    .updateTable('webhooks')
    .set((eb) => ({ secret, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Deletes a webhook with its deliveries. */
export async function deleteWebhook(db: Db, id: string): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute();
}

/** Where a message goes, and the encrypted secrets that sign it. */
export const findTarget = (db: Db, id: string, now: Date) =>
  db
    .selectFrom('webhooks as w')
    .select(['w.url', 'w.secret', oldSecretsOf(now).as('old_secrets')])
    .where('w.id', '=', id)
    .executeTakeFirst();
