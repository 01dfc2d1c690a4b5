import { sql, type Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { WebhooksTable } from '#db/schema.ts';

const COLUMNS = [
  'w.id',
  'w.name',
  'w.url',
  'w.events',
  'w.is_active',
  'w.paused_because',
  'w.old_secret_until',
  'w.last_success_at',
  'w.version',
] as const;

/** A webhook without its secrets, and how many of its deliveries wait or have failed. */
export type WebhookRow = Omit<
  Selectable<WebhooksTable>,
  'secret' | 'old_secret' | 'failing_since' | 'created_at'
> & { readonly waiting_count: number; readonly failed_count: number };

const countOf = (state: 'waiting' | 'failed') =>
  sql<number>`(select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.state = ${sql.lit(state)})`;

const webhooks = (db: Db) =>
  db
    .selectFrom('webhooks as w')
    .select(COLUMNS)
    .select([countOf('waiting').as('waiting_count'), countOf('failed').as('failed_count')]);

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
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/** Replaces the secret. The current one also signs until a moment. */
export async function replaceSecret(
  db: Db,
  id: string,
  { secret, oldUntil }: { secret: Buffer; oldUntil: Date },
): Promise<void> {
  await db
    .updateTable('webhooks')
    .set((eb) => ({
      old_secret: eb.ref('secret'),
      old_secret_until: oldUntil,
      secret,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/** Deletes a webhook with its deliveries. */
export async function deleteWebhook(db: Db, id: string): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute();
}

/** Where a message goes, and the encrypted secrets that sign it. */
export const findTarget = (db: Db, id: string) =>
  db
    .selectFrom('webhooks')
    .select(['url', 'secret', 'old_secret', 'old_secret_until'])
    .where('id', '=', id)
    .executeTakeFirst();
