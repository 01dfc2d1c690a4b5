import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { Client } from 'pg';
import type { Db } from './database.ts';

/** What processes on one database tell each other. Ids only: payloads are visible to every database session. */
export interface Notifications {
  /** A new activity (id). */
  readonly activity: { readonly id: string };
  /** Sessions ended: of one session, or all of a user. */
  readonly sessions: { readonly userId: string; readonly sessionId?: string };
  /** Roles, grants or overrides changed for a user, or for everyone of a role. */
  readonly permissions: { readonly userId?: string; readonly roleId?: string };
}
export type Channel = keyof Notifications;
type Listener<C extends Channel> = (payload: Notifications[C]) => void;

const CHANNELS: readonly Channel[] = ['activity', 'sessions', 'permissions'];

/** Sends a notification when the transaction commits. */
export async function notify<C extends Channel>(
  db: Db,
  channel: C,
  payload: Notifications[C],
): Promise<void> {
  await sql`select pg_notify(${`portal_${channel}`}, ${JSON.stringify(payload)})`.execute(db);
}

/**
 * Listens on a connection of its own and reconnects when it breaks. What was sent in between is lost, so `onReconnect`
 * listeners re-read what they show.
 */
export class Notifier {
  readonly #url: string;
  readonly #log: FastifyBaseLogger;
  readonly #listeners = new Map<Channel, Set<(payload: unknown) => void>>();
  readonly #reconnected = new Set<() => void>();
  #client: Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(url: string, log: FastifyBaseLogger) {
    this.#url = url;
    this.#log = log;
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

  get connected(): boolean {
    return this.#client !== undefined;
  }

  async start(): Promise<void> {
    await this.#connect();
  }

  async stop(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) await client.end();
  }

  async #connect(): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      application_name: 'medical-portal-listen',
    });
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, undefined));
    client.on('notification', ({ channel, payload }) => this.#deliver(channel, payload ?? ''));
    await client.connect();
    for (const channel of CHANNELS) await client.query(`listen portal_${channel}`);
    this.#client = client;
  }

  #lost(client: Client, error: Error | undefined): void {
    if (this.#closed || (this.#client !== undefined && this.#client !== client)) return;
    if (this.#client === client) this.#log.warn({ err: error }, 'notification connection lost');
    this.#client = undefined;
    this.#schedule();
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
    } catch {
      this.#schedule();
      return;
    }
    this.#log.info('notification connection restored');
    for (const listener of this.#reconnected) listener();
  }

  #deliver(name: string, payload: string): void {
    const channel = CHANNELS.find((candidate) => name === `portal_${candidate}`);
    if (channel === undefined) return;
    let parsed: unknown;
    try {
      parsed = JSON.parse(payload);
    } catch (error) {
      this.#log.warn({ err: error, channel }, 'unreadable notification');
      return;
    }
    for (const listener of this.#listeners.get(channel) ?? []) listener(parsed);
  }
}
