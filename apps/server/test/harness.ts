import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallInput, Endpoint, ResultOf } from '@portal/contract/endpoint';
import type { ErrorBody } from '@portal/contract/error-body';
import { file, type ReceivedFile } from '@portal/contract/file';
import { parse as parseDisposition } from 'content-disposition';
import { Pool } from 'pg';
import { inject, onTestFinished } from 'vitest';
import { readConfig, type Config } from '#platform/config.ts';
import type { Clock } from '#platform/clock.ts';
import { createLogger } from '#platform/log.ts';
import type { Deps } from '#request/context.ts';
import { openPortal, type Portal } from '#portal.ts';
import { undescribed } from './described-answers.ts';
import { asSuperuser, onDatabase } from './empty-database.ts';
import { TEST_MASTER_KEY, TEST_NOW } from './settings.ts';

/** A clock that only moves when a test advances it. */
export class TestClock implements Clock {
  #now = TEST_NOW.getTime();
  now(): Date {
    return new Date(this.#now);
  }
  advance(parts: { hours?: number; minutes?: number; seconds?: number; ms?: number }): void {
    this.#now +=
      (parts.hours ?? 0) * 3_600_000 +
      (parts.minutes ?? 0) * 60_000 +
      (parts.seconds ?? 0) * 1000 +
      (parts.ms ?? 0);
  }
}

/** The response of an endpoint. On success, `body` is the contract’s result. */
export type Answer<E extends Endpoint> =
  | {
      readonly ok: true;
      readonly status: number;
      readonly body: ResultOf<E>;
      readonly headers: Readonly<Record<string, unknown>>;
    }
  | {
      readonly ok: false;
      readonly status: number;
      readonly error: ErrorBody;
      readonly headers: Readonly<Record<string, unknown>>;
    };

export interface TestPortal extends Portal {
  readonly clock: TestClock;
  /** Database connections as the tables’ owner, for checks behind the API. */
  readonly owner: Pool;
  /** All log lines so far. */
  readonly logged: () => string;
  /** Calls an endpoint with an optional token. */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<Answer<E>>;
  /** Like `call`, but returns the body and throws unless it succeeds. */
  succeed<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<ResultOf<E>>;
  /** Sends any request, including ones that the typed client would not allow. */
  raw(request: {
    method: string;
    url: string;
    headers?: Record<string, string>;
    payload?: string | Buffer;
    token?: string;
    ip?: string;
  }): Promise<RawAnswer>;
}
export interface RawAnswer {
  readonly status: number;
  /** Parsed JSON, or text. */
  readonly body: unknown;
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, unknown>>;
}
export interface CallOptions {
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly ip?: string;
}
export interface TestPortalOptions {
  readonly env?: Record<string, string>;
  /** Share another test portal’s database, like two processes of one practice. */
  readonly sameDatabaseAs?: TestPortal;
  /** A clock of its own, like a process on another computer. */
  readonly clock?: TestClock;
  /** Default: the first test clock of the database. */
  readonly databaseTime?: Deps['databaseTime'];
  /** A separate database on another server. It is not deleted. */
  readonly database?: TestDatabase;
}
interface TestDatabase {
  readonly appUrl: string;
  readonly ownerUrl: string;
}

/** Opens a portal on a new database, copied from the migrated template. Call `close` when done. */
export async function openTestPortal(options: TestPortalOptions = {}): Promise<TestPortal> {
  const shared = options.sameDatabaseAs === undefined ? undefined : databaseOf.get(options.sameDatabaseAs);
  const database = shared ?? options.database ?? (await copyTemplate());
  const { appUrl, ownerUrl } = database;
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-data-'));
  const databaseClock = options.sameDatabaseAs?.clock ?? new TestClock();
  const clock = options.clock ?? databaseClock;
  const lines: string[] = [];
  const log = createLogger('trace', { write: (line: string) => void lines.push(line) });
  const config: Config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: appUrl,
    MIGRATION_DATABASE_URL: ownerUrl,
    DATABASE_POOL_SIZE: '6',
    // Forty requests at once wait for six connections, beside other programs.
    DATABASE_WAIT_MS: '25000',
    MASTER_KEY: TEST_MASTER_KEY.toString('base64'),
    OPENAPI: 'false',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ...options.env,
  });
  const { databaseTime = async () => databaseClock.now() } = options;
  const portal = await openPortal(config, { log, clock, databaseTime });
  const owner = new Pool({ connectionString: ownerUrl, max: 2 });
  // Dropping the database can reach a connection that is already closing, which also notifies its pool.
  owner.on('connect', (client) => client.on('error', () => undefined));
  owner.on('error', () => undefined);
  const test: TestPortal = {
    ...portal,
    clock,
    owner,
    logged: () => lines.join(''),
    call: (endpoint, input, callOptions = {}) => callEndpoint(portal, endpoint, input, callOptions),
    succeed: async (endpoint, input, callOptions = {}) => {
      const answer = await callEndpoint(portal, endpoint, input, callOptions);
      if (!answer.ok)
        throw new Error(
          `${endpoint.method} ${endpoint.path} answered ${answer.status}: ${JSON.stringify(answer.error)}`,
        );
      return answer.body;
    },
    raw: (request) => sendRaw(portal, request),
    close: async () => {
      await owner.end();
      await portal.close();
      await rm(dataDir, { recursive: true, force: true });
      if (shared === undefined && options.database === undefined) await dropCopy(database);
    },
  };
  databaseOf.set(test, database);
  return test;
}

/** Opens a portal for one test and closes it after the test. */
export async function portalForTest(options: TestPortalOptions = {}): Promise<TestPortal> {
  const portal = await openTestPortal(options);
  onTestFinished(() => portal.close());
  return portal;
}

const databaseOf = new WeakMap<TestPortal, TestDatabase>();

/** A new database, copied from the migrated template. Drop it with `dropCopy`. */
export async function copyTemplate(): Promise<TestDatabase> {
  const { appUrl, ownerUrl } = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asSuperuser((client) =>
    // PostgreSQL’s default strategy (write-ahead log) takes twice the CPU time for this small template.
    client.query(`create database ${name} template portal owner portal_owner strategy file_copy`),
  );
  return { appUrl: onDatabase(appUrl, name), ownerUrl: onDatabase(ownerUrl, name) };
}

/** Drops a database, with its connections. */
export async function dropCopy({ appUrl }: TestDatabase): Promise<void> {
  const name = new URL(appUrl).pathname.slice(1);
  await asSuperuser((client) => client.query(`drop database ${name} with (force)`));
}

/** The URL of a request: path parameters filled in, query appended. */
export function endpointUrl(endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string {
  const values = Object.entries(input.params ?? {}).map(([key, value]): [string, string] => [
    key,
    String(value),
  ]);
  const path = values.reduce(
    (url, [key, value]) => url.replace(`:${key}`, encodeURIComponent(value)),
    `/api${endpoint.path}`,
  );
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).flatMap(([key, value]): [string, string][] =>
      value === undefined ? [] : [[key, String(value)]],
    ),
  );
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

async function callEndpoint<E extends Endpoint>(
  portal: Portal,
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions,
): Promise<Answer<E>> {
  const form = endpoint.upload === undefined ? undefined : await encodeForm(input.body, input.file);
  const answer = await sendRaw(portal, {
    method: endpoint.method,
    url: endpointUrl(endpoint, input),
    ...options,
    headers: {
      ...(form === undefined
        ? input.body !== undefined && { 'content-type': 'application/json' }
        : { 'content-type': form.type }),
      // Like the web app, so that creating requests run in the transaction that claims their key.
      ...(endpoint.creates === true && { 'idempotency-key': randomUUID() }),
      ...options.headers,
    },
    ...(form === undefined
      ? input.body !== undefined && { payload: JSON.stringify(input.body) }
      : { payload: form.payload }),
  });
  const { status, headers } = answer;
  const surprise = await undescribed(endpoint, answer);
  if (surprise !== undefined) throw new Error(surprise);
  if (status >= 400)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every error has this body, see http/errors.test.ts
    return { ok: false, status, headers, error: answer.body as ErrorBody };
  const body = endpoint.response === file ? receivedFile(answer) : endpoint.response.parse(answer.body);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema's output has type ResultOf<E>
  return { ok: true, status, headers, body: body as ResultOf<E> };
}

/** Encodes a form like a browser: first the fields, then the file. */
export async function encodeForm(
  fields: unknown,
  content: Blob | undefined,
): Promise<{ type: string; payload: Buffer }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {}))
    if (value !== undefined && value !== null) form.append(name, String(value));
  if (content !== undefined) form.append('file', content);
  const response = new Response(form);
  return {
    type: response.headers.get('content-type') ?? '',
    payload: Buffer.from(await response.arrayBuffer()),
  };
}

function receivedFile({ bytes, headers }: RawAnswer): ReceivedFile {
  const type = String(headers['content-type']);
  const { parameters } = parseDisposition(String(headers['content-disposition']));
  return {
    blob: new Blob([new Uint8Array(bytes)], { type }),
    fileName: parameters['filename'] ?? null,
  };
}

async function sendRaw(
  portal: Portal,
  request: Parameters<TestPortal['raw']>[0],
): ReturnType<TestPortal['raw']> {
  const response = await portal.app.inject({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tests also send methods that do not exist
    method: request.method as 'GET',
    url: request.url,
    headers: {
      ...(request.token === undefined ? {} : { authorization: `Bearer ${request.token}` }),
      ...request.headers,
    },
    ...(request.payload === undefined ? {} : { payload: request.payload }),
    ...(request.ip === undefined ? {} : { remoteAddress: request.ip }),
  });
  const text = response.payload;
  const isJson = (response.headers['content-type'] ?? '').includes('json');
  const body: unknown = text === '' ? undefined : isJson ? JSON.parse(text) : text;
  return { status: response.statusCode, body, bytes: response.rawPayload, headers: response.headers };
}

/** Resolves when a statement in the portal’s database waits for a lock. */
export async function lockAwaited(portal: TestPortal): Promise<void> {
  for (;;) {
    const { rows } = await portal.owner.query(
      'select from pg_locks join pg_stat_activity using (pid) where datname = current_database() and not granted',
    );
    if (rows.length > 0) return;
  }
}
