import type { FastifyInstance } from 'fastify';
import { DEFAULT_LIMITS, maxPayloadBytes, type HubLimits } from './limits.ts';
import { ConnectionRegistry, type Hub } from './registry.ts';
import type { Relay } from './relay.ts';
import type { HubCredentials } from './request.ts';
import { addHubRoutes } from './routes.ts';
import type { DisconnectReason, HubConnection } from './session.ts';
import { WebSocketUpgrades } from './webSocket.ts';

export type { DisconnectReason, Hub, HubConnection, HubCredentials, HubLimits };

/** Configuration of a hub: path, authentication and callbacks. `P` is the app’s type for a signed-in user. */
export interface HubOptions<P> {
  /** Path of the hub without a trailing slash, e.g. `/hubs/activity`. */
  path: string;
  /**
   * Decides who can connect; null gives 401. Called at negotiate, at transport start and for each POST of an event
   * stream.
   */
  authenticate: (credentials: HubCredentials) => Promise<P | null>;
  /** Identifies a principal. A connection token only works for the key it was issued to. */
  key: (principal: P) => string;
  /** Whose connections are counted together. Default: those of the same key. */
  person?: (principal: P) => string;
  /** Signs connection tokens. All processes behind one address need the same key. */
  tokenKey: Buffer;
  /**
   * Delivers POSTs to event streams of other processes, whose `Hub.deliver` receives them. Default: such POSTs get
   * 404.
   */
  relay?: Relay;
  onConnected?: (connection: HubConnection<P>) => void;
  onDisconnected?: (connection: HubConnection<P>, reason: DisconnectReason) => void;
  limits?: Partial<HubLimits>;
  /** Additional origins, such as `https://portal.example`, whose pages can open a WebSocket. */
  allowedOrigins?: readonly string[];
}

/**
 * Adds a push-only hub with SignalR’s JSON protocol: negotiate, WebSockets and server-sent events over HTTP/1.1. It
 * calls methods on clients and offers none. Call it once per app, before `listen`; `app.close()` closes it. Errors
 * have `statusCode` and `code` for the app’s error handler.
 * With several processes behind one address, every request can go to any of them (`tokenKey`, `relay`).
 */
export function registerHub<P>(app: FastifyInstance, options: HubOptions<P>): Hub<P> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const {
    path,
    authenticate,
    key,
    person = key,
    tokenKey,
    relay,
    onConnected,
    onDisconnected,
    allowedOrigins = [],
  } = options;
  const registry = new ConnectionRegistry<P>({
    limits,
    tokenKey,
    relay,
    key,
    person,
    onConnected,
    onDisconnected,
    failed: (error) => app.log.error({ err: error }, 'A callback of the live hub failed'),
  });
  const upgrades = new WebSocketUpgrades(app, path, maxPayloadBytes(limits));
  app.addHook('preClose', async () => {
    upgrades.close();
    await registry.close();
  });
  void app.register(
    async (instance) => addHubRoutes(instance, { registry, upgrades, limits, allowedOrigins, authenticate }),
    { prefix: path },
  );
  return registry;
}
