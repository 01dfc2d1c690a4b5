import { once } from 'node:events';
import type { Socket } from 'node:net';
import {
  HttpTransportType,
  HubConnectionBuilder,
  LogLevel,
  type HubConnection as SignalRClient,
  type ILogger,
} from '@microsoft/signalr';
import Fastify, { type FastifyInstance } from 'fastify';
import { onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { registerHub, type Hub, type HubConnection, type HubOptions } from '../hub.ts';
import { RECORD_SEPARATOR } from '../protocol.ts';

export const PATH = '/hubs/activity';

/**
 * A test user: `Bearer <name>` or `?access_token=<name>`. "nobody" is refused, "waiting" never gets a response,
 * "failing" throws.
 */
export interface Person {
  name: string;
}

/**
 * Stops timers until the test advances them. Node’s internal timers of sockets and `fetch` still run. Call it before
 * opening the connection under test.
 */
export function stopTimers(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  });
  onTestFinished(() => void vi.useRealTimers());
}

/** A hub that listens on a free port and closes after the test. */
export interface TestHub {
  app: FastifyInstance;
  hub: Hub<Person>;
  url: string;
  port: number;
  /** Names that tried to connect. */
  asked: string[];
  /** Log lines so far. */
  logs: string[];
  connected: HubConnection<Person>[];
  /** Reasons why connections ended, in order. */
  ended: string[];
  /** Number of bytes received from clients. */
  received: () => number;
}

type Settings = Partial<Pick<HubOptions<Person>, 'limits' | 'allowedOrigins' | 'onConnected' | 'relay'>> & {
  port?: number;
};

/** Starts an app with only the hub and an error handler like the app’s. */
export async function startHub({ port = 0, onConnected, ...settings }: Settings = {}): Promise<TestHub> {
  const logs: string[] = [];
  const asked: string[] = [];
  const connected: HubConnection<Person>[] = [];
  const ended: string[] = [];
  const app = Fastify({ logger: { level: 'trace', stream: { write: (line: string) => logs.push(line) } } });
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const { message, code, statusCode = 500 } = error;
    return reply.code(statusCode).send({ message, code, error: message, requestId: request.id });
  });
  const hub = registerHub<Person>(app, {
    ...settings,
    path: PATH,
    authenticate: ({ authorization, accessToken }) => {
      const name = accessToken ?? authorization?.replace('Bearer ', '');
      if (name === undefined) return Promise.resolve(null);
      asked.push(name);
      if (name === 'waiting') return Promise.withResolvers<Person>().promise;
      if (name === 'failing') return Promise.reject(new Error('no database'));
      return Promise.resolve(name === 'nobody' ? null : { name });
    },
    key: ({ name }) => name,
    tokenKey: Buffer.alloc(32, 7),
    onConnected: (connection) => {
      connected.push(connection);
      onConnected?.(connection);
    },
    onDisconnected: (_, reason) => ended.push(reason),
  });
  const sockets: Socket[] = [];
  app.server.on('connection', (socket: Socket) => sockets.push(socket));
  const received = () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  const origin = await app.listen({ host: '127.0.0.1', port });
  onTestFinished(() => app.close());
  const listening = Number(new URL(origin).port);
  return { app, hub, url: origin + PATH, port: listening, asked, logs, connected, ended, received };
}

export type TransportName = 'WebSockets' | 'ServerSentEvents';

/** Microsoft’s client, not yet started. It is stopped after the test. Silent without a logger. */
export function client(
  url: string,
  name: string | undefined,
  transport: TransportName,
  reconnectDelays?: number[],
  logger: LogLevel | ILogger = LogLevel.None,
): SignalRClient {
  const builder = new HubConnectionBuilder()
    .withUrl(url, {
      transport: HttpTransportType[transport],
      ...(name === undefined ? {} : { accessTokenFactory: () => name }),
    })
    .configureLogging(logger);
  if (reconnectDelays) builder.withAutomaticReconnect(reconnectDelays);
  const connection = builder.build();
  onTestFinished(() => connection.stop());
  return connection;
}

/** A plain WebSocket that records every message. */
export interface RawClient {
  socket: WebSocket;
  /** Hub messages so far, without their separator. */
  messages: string[];
  send(...messages: unknown[]): void;
}

/**
 * Opens a plain WebSocket; `query` starts with `?`. Rejects with "Unexpected server response: <status>" when refused.
 */
export async function rawClient(
  url: string,
  query: string,
  headers: Record<string, string> = {},
): Promise<RawClient> {
  const socket = new WebSocket(url.replace('http', 'ws') + query, { headers });
  const messages: string[] = [];
  socket.on('message', (data) => {
    if (Buffer.isBuffer(data)) messages.push(...data.toString().split(RECORD_SEPARATOR).slice(0, -1));
  });
  await once(socket, 'open');
  onTestFinished(() => socket.terminate());
  const send = (...sent: unknown[]): void =>
    socket.send(sent.map((message) => JSON.stringify(message) + RECORD_SEPARATOR).join(''));
  return { socket, messages, send };
}

export const HANDSHAKE = { protocol: 'json', version: 1 };

/** Negotiates a connection token for `name`. */
export async function negotiate(url: string, name: string): Promise<string> {
  const response = await fetch(`${url}/negotiate?negotiateVersion=1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${name}` },
  });
  const body: unknown = await response.json();
  if (typeof body !== 'object' || body === null || !('connectionToken' in body)) {
    throw new Error(`negotiate answered ${response.status}`);
  }
  return String(body.connectionToken);
}

/** Options for `vi.waitFor`: checks every 10 ms. */
export const soon = { timeout: 60_000, interval: 10 };

/** Authorization header for a user. */
export const bearer = (name: string) => ({ headers: { authorization: `Bearer ${name}` } });

/** Opens an event stream and returns its response. It is closed after the test. */
export async function eventStream(url: string, token: string, name: string): Promise<Response> {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  return fetch(`${url}?id=${token}&access_token=${name}`, { signal: abort.signal });
}

/** Posts `body` to the connection of an event stream. */
export const post = (url: string, token: string, name: string, body: string): Promise<Response> =>
  fetch(`${url}?id=${token}`, { method: 'POST', body, ...bearer(name) });
