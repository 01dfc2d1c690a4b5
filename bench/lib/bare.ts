import { randomUUID } from 'node:crypto';
import { buildApp } from '@portal/server/app';
import { AuditChecks } from '@portal/server/audit/audit-checks';
import { ReadRecorder } from '@portal/server/audit/read-recorder';
import { readConfig } from '@portal/server/platform/config';
import { createDb, createPool } from '@portal/server/db/database';
import { exportLimit } from '@portal/server/db/concurrency-limit';
import { Notifier } from '@portal/server/db/notifier';
import { FileStorage } from '@portal/server/files/file-storage';
import { openStore } from '@portal/server/files/open-store';
import { createLogger } from '@portal/server/platform/log';
import { LoginThrottle } from '@portal/server/authz/login-throttle';
import type { Call } from './http.ts';
import { measure, type Figures, type Load } from './measure.ts';
import { portalSettings } from './portal-process.ts';
import type { Practice } from './practice.ts';

/** A statement that the portal sent. */
interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}
/** A portal in this process. */
export interface PortalWithin {
  /** Responds to a call without a network. */
  readonly answer: (call: Call) => Promise<void>;
  /** Responds to a call and returns the statements it sent. */
  readonly record: (call: Call) => Promise<readonly Statement[]>;
}
/** A connection of the database driver. */
interface Connection {
  query(sql: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** Records the statements of a call and sends the same statements directly through the driver. */
export class BareDriver {
  readonly #practice: Practice;
  readonly #token: string;
  #statements: Statement[] = [];
  readonly #closers: (() => Promise<unknown>)[] = [];

  constructor(practice: Practice, token: string) {
    this.#practice = practice;
    this.#token = token;
  }

  /** Opens the portal in this process and records its statements. */
  async open(): Promise<PortalWithin> {
    const pool = createPool({ url: this.#practice.appUrl, size: 4, onError: () => undefined });
    const db = createDb(pool, (event) => {
      if (event.level === 'query')
        this.#statements.push({ sql: event.query.sql, parameters: event.query.parameters });
    });
    this.#closers.push(() => db.destroy());
    const log = createLogger('silent');
    const { keys } = this.#practice;
    const config = readConfig(portalSettings(this.#practice));
    const app = await buildApp({
      config,
      db,
      exportLimit: exportLimit(config.databasePoolSize),
      keys,
      clock: { now: () => new Date() },
      notifier: new Notifier(this.#practice.appUrl, log),
      auditChecks: new AuditChecks({
        db,
        key: keys.audit,
        clock: { now: () => new Date() },
        log,
        database: { url: this.#practice.appUrl, role: undefined },
        timeZone: config.practice.timeZone,
      }),
      readRecorder: new ReadRecorder(db, keys.audit),
      loginThrottle: new LoginThrottle(keys),
      files: new FileStorage({ db, keys, store: await openStore(config), log }),
      log,
    });
    this.#closers.push(() => app.close());
    const answer = async ({ method, path, body, headers }: Call) => {
      this.#statements = [];
      const { statusCode } = await app.inject({
        method,
        url: `/api${path}`,
        headers: {
          authorization: `Bearer ${this.#token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      if (statusCode >= 300) throw new Error(`${method} ${path} answered ${statusCode} within`);
    };
    return {
      answer,
      record: async (call) => {
        await answer(call);
        return this.#statements;
      },
    };
  }

  /** Sends the recorded statements of the calls in turn. Returns undefined for calls without statements. */
  async measure(recorded: readonly Recording[], load: Load): Promise<Figures | undefined> {
    if (recorded.every(({ isEmpty }) => isEmpty)) return undefined;
    const pool = createPool({ url: this.#practice.appUrl, size: load.connections, onError: () => undefined });
    const connections = await Promise.all(Array.from({ length: load.connections }, () => pool.connect()));
    try {
      return await measure(load, async (index, connection) => {
        const client = connections[connection];
        const recording = recorded[index % recorded.length];
        if (client === undefined || recording === undefined) throw new Error('nothing to send');
        await recording.send(client);
      });
    } finally {
      for (const connection of connections) connection.release();
      await pool.end();
    }
  }

  async close(): Promise<void> {
    for (const close of this.#closers.toReversed()) await close();
  }
}

/**
 * The statements of a call, which can be sent repeatedly. Values that the portal generated (ids, record numbers)
 * differ when the same call is recorded twice; they are generated anew each time.
 */
export class Recording {
  readonly #statements: readonly Statement[];
  readonly #made = new Set<unknown>();
  static #lastNumber = 90_000_000;

  constructor(once: readonly Statement[], again: readonly Statement[]) {
    this.#statements = once;
    // Compare all statements together: one of the recordings may also have updated the session’s last activity.
    const repeated = new Set(again.flatMap(({ parameters }) => [...parameters]));
    for (const value of once.flatMap(({ parameters }) => [...parameters]))
      if (isMadeUp(value) && !repeated.has(value)) this.#made.add(value);
  }

  get isEmpty(): boolean {
    return this.#statements.length === 0;
  }

  async send(client: Connection): Promise<void> {
    const fresh = new Map<unknown, string>();
    let chain: unknown;
    for (const { sql, parameters } of this.#statements) {
      const appends = sql.includes('"audit_chains"') && sql.includes('"audit_log"');
      const values = parameters.map((value) => {
        // Like in the portal, entries go to the chain that this connection has locked.
        if (appends && typeof value === 'number') return chain;
        return this.#made.has(value) ? this.#renew(fresh, value) : value;
      });
      const { rows } = await client.query(sql, values);
      if (!appends && sql.includes('"audit_chains"')) chain = rows[0]?.['chain'];
    }
  }

  #renew(fresh: Map<unknown, string>, value: unknown): string {
    const known = fresh.get(value);
    if (known !== undefined) return known;
    Recording.#lastNumber += 1;
    const text = String(value);
    const number = /^(?:[A-Z]{3}-\d{4}-)?(?=\d+$)/.exec(text)?.[0];
    const made = number === undefined ? randomUUID() : `${number}${Recording.#lastNumber}`;
    fresh.set(value, made);
    return made;
  }
}

const isMadeUp = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^(?:\d{8}|[A-Z]{3}-\d{4}-\d{6,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.test(value);
