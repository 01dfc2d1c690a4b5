import type { FastifyInstance } from 'fastify';
import { DEFAULT_LIMITS, maxPayloadBytes, type HubLimits } from './limits.ts';
import { ConnectionRegistry, type Hub } from './registry.ts';
import type { HubCredentials } from './request.ts';
import { addHubRoutes } from './routes.ts';
import type { DisconnectReason, HubConnection } from './session.ts';
import { WebSocketUpgrades } from './webSocket.ts';

export { redactUrl, type HubCredentials } from './request.ts';
export type { DisconnectReason, Hub, HubConnection, HubLimits };

/** How a hub is reached, who may connect and who hears of it. `P` is whatever the app calls a signed-in person. */
export interface HubOptions<P> {
  /** Where the hub lives, e.g. `/hubs/activity`; no slash at its end. */
  path: string;
  /** Decides who connects; null is answered 401. Asked at negotiate, at the transport's start and at each POST of an event stream. */
  authenticate: (credentials: HubCredentials) => Promise<P | null>;
  /** Tells principals apart: a connection token serves only whose key it was issued to. */
  key: (principal: P) => string;
  onConnected?: (connection: HubConnection<P>) => void;
  onDisconnected?: (connection: HubConnection<P>, reason: DisconnectReason) => void;
  limits?: Partial<HubLimits>;
  /** Origins such as `https://portal.example` whose pages may open a WebSocket besides those of the called host itself. */
  allowedOrigins?: readonly string[];
}

/**
 * Adds a push-only hub of SignalR's JSON protocol to the app: negotiate, WebSockets and
 * server-sent events over HTTP/1.1. It calls methods on clients and offers none itself. Call it once per app, before
 * `listen`; `app.close()` closes it. Refusals are thrown as errors with `statusCode` and `code` for the app's error handler.
 *
 * Several processes behind a balancer: WebSockets may land anywhere; event streams need sticky sessions.
 */
export function registerHub<P>(app: FastifyInstance, options: HubOptions<P>): Hub<P> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { path, authenticate, key, onConnected, onDisconnected, allowedOrigins = [] } = options;
  const registry = new ConnectionRegistry<P>({
    limits,
    key,
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
