import type { FastifyBaseLogger } from 'fastify';
import type { PermissionName } from '@portal/domain/permissions';
import { sql } from 'kysely';
import { Client } from 'pg';
import type { Db } from './database.ts';
import { isReadTimeout } from './database-errors.ts';
import { assertKeepsSessions, isBehindPooler } from './pooler.ts';
import { PREPARED } from './statement-marks.ts';
import { sendWithCommit } from './with-commit.ts';
import { DatabaseUnresponsiveError, DatabaseLiveness } from './database-liveness.ts';

/**
 * Notifications between processes on one database. They contain no records, only ids and what the live protocol’s
 * clients send: every database session can read payloads.
 */
export interface Notifications {
  /** A new activity. */
  readonly activity: { readonly id: string };
  /** Ended sessions: one session, or all sessions of a user. */
  readonly sessions: { readonly userId: string; readonly sessionId?: string };
  /** Changed roles, grants or overrides of a user, or of all users with a role. */
  readonly permissions: { readonly userId?: string; readonly roleId?: string };
  /** New or seen notifications of a user. */
  readonly notifications: { readonly userId: string };
  /** What open pages of a user, or of all users with a permission except one, should read again. */
  readonly changes: { readonly topic: string } & (
    | { readonly userId: string }
    | { readonly permission: PermissionName; readonly exceptUserId?: string }
  );
  /** Deliveries of webhooks are due. */
  readonly webhooks: Record<string, never>;
  /** A client’s message for a live event stream that another process has. */
  readonly live: { readonly connectionId: string; readonly text?: string; readonly refusal?: string };
}
export type Channel = keyof Notifications;
/** Something that a connection holds for as long as it lasts, such as advisory locks. */
export interface Holder {
  claim(connection: Client): Promise<void>;
  lose(): void;
}
type Listener<C extends Channel> = (payload: Notifications[C]) => void;

/** Interval of the connection check, in milliseconds. */
const BEAT_MS = 500;
/**
 * This many beats without a response mean silence. Counts beats instead of time, so that a busy process does not
 * blame the database.
 */
const SILENT_BEATS = 6;
const CONNECT_MS = 3_000;

const CHANNELS: readonly Channel[] = [
  'activity',
  'sessions',
  'permissions',
  'notifications',
  'changes',
  'webhooks',
  'live',
];

/** Sends a notification when the transaction commits. */
export async function notify<C extends Channel>(
  db: Db,
  channel: C,
  payload: Notifications[C],
): Promise<void> {
  await sendWithCommit(
    db,
    sql`select pg_notify(${`portal_${channel}`}, ${JSON.stringify(payload)}) ${PREPARED}`,
  );
}

/**
 * Listens on a separate connection and reconnects when it breaks. Notifications sent in between are lost, so
 * `onReconnect` listeners reload what they show. The connection also feeds the database’s `DatabaseLiveness`.
 */
export class Notifier {
  readonly #url: string;
  readonly #log: FastifyBaseLogger;
  readonly #liveness: DatabaseLiveness;
  readonly #listeners = new Map<Channel, Set<(payload: unknown) => void>>();
  readonly #reconnected = new Set<() => void>();
  readonly #holders: Holder[] = [];
  #client: Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #check: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(url: string, log: FastifyBaseLogger, liveness = new DatabaseLiveness()) {
    this.#url = url;
    this.#log = log;
    this.#liveness = liveness;
  }

  on<C extends Channel>(channel: C, listener: Listener<C>): void {
    const set = this.#listeners.get(channel) ?? new Set();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the payload was written by `notify` with this channel's type
    set.add((payload) => listener(payload as Notifications[C]));
    this.#listeners.set(channel, set);
  }

  onReconnect(listener: () => void): void {
    this.#reconnected.add(listener);
  }

  /** Calls `claim` on every new connection and `lose` when it has ended. Call it before `start`. */
  whileConnected(holder: Holder): void {
    this.#holders.push(holder);
  }

  get connected(): boolean {
    return this.#client !== undefined;
  }

  async start(): Promise<void> {
    await this.#connect();
  }

  async stop(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#check);
    const client = this.#client;
    this.#client = undefined;
    this.#lose();
    if (client !== undefined) await client.end();
  }

  async #connect(): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: 10_000,
      application_name: 'medical-portal-listen',
    });
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, undefined));
    client.on('notification', ({ channel, payload }) => this.#deliver(channel, payload ?? ''));
    await client.connect();
    try {
      await this.#assertSession(client);
      for (const channel of CHANNELS) await client.query(`listen portal_${channel}`);
      for (const holder of this.#holders) await holder.claim(client);
    } catch (error) {
      // Not awaited: a server that froze never closes the connection, and the next try must not wait for it.
      void client.end();
      throw error;
    }
    if (this.#closed) return client.end();
    this.#client = client;
    this.#liveness.markResponsive();
    const beat = this.#beats(client);
    this.#check = setInterval(beat, BEAT_MS);
    this.#check.unref();
  }

  /** Through a pooler that gives the session to others, nothing would arrive. */
  async #assertSession(client: Client): Promise<void> {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    if (isBehindPooler(client, rows[0]?.pid ?? 0)) await assertKeepsSessions(this.#url);
  }

  /** A listening connection sends nothing, so it would not notice a hanging server or a network that drops packets. */
  #beats(client: Client): () => void {
    let unanswered = 0;
    const answered = () => {
      unanswered = 0;
      this.#liveness.noteAnswer();
    };
    return () => {
      unanswered += 1;
      if (unanswered >= SILENT_BEATS) void this.#giveUp(client, new DatabaseUnresponsiveError());
      else if (unanswered === 1)
        client.query('select').then(
          () => answered(),
          (error: unknown) => this.#giveUp(client, error),
        );
    };
  }

  async #giveUp(client: Client, error: unknown): Promise<void> {
    if (this.#client !== client) return;
    if (error instanceof DatabaseUnresponsiveError) this.#liveness.markUnresponsive();
    this.#lost(client, error);
    await client.end();
  }

  /** Reconnects if this was the active connection. The caller retries a connection that was never established. */
  #lost(client: Client, error: unknown): void {
    if (this.#closed || this.#client !== client) return;
    this.#log.warn({ err: error }, 'notification connection lost');
    clearInterval(this.#check);
    this.#client = undefined;
    this.#lose();
    this.#schedule();
  }

  #lose(): void {
    for (const holder of this.#holders) holder.lose();
  }

  #schedule(): void {
    if (this.#closed || this.#retry !== undefined) return;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      void this.#reconnect();
    }, 500);
    this.#retry.unref();
  }

  async #reconnect(): Promise<void> {
    try {
      await this.#connect();
    } catch (error) {
      // Any other error means that the database responded.
      if (isConnectTimeout(error)) this.#liveness.markUnresponsive();
      else this.#liveness.markResponsive();
      this.#schedule();
      return;
    }
    if (this.#closed) return;
    this.#log.info('notification connection restored');
    for (const listener of this.#reconnected) listener();
  }

  #deliver(name: string, payload: string): void {
    const channel = CHANNELS.find((candidate) => name === `portal_${candidate}`);
    if (channel === undefined) return;
    // Another program can send anything on the channel. It must not end the process.
    try {
      const parsed: unknown = JSON.parse(payload);
      if (typeof parsed !== 'object' || parsed === null) throw new TypeError('not an object');
      for (const listener of this.#listeners.get(channel) ?? []) listener(parsed);
    } catch (error) {
      this.#log.warn({ err: error, channel }, 'unreadable notification');
    }
  }
}

const isConnectTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.message === 'timeout expired' || isReadTimeout(error));
