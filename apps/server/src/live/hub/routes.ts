import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { HubError } from './errors.ts';
import { startEventStream } from './eventStream.ts';
import { maxPayloadBytes, type HubLimits } from './limits.ts';
import type { ConnectionRegistry } from './registry.ts';
import type { PostReceiver } from './relay.ts';
import {
  headerCredentials,
  isAllowedOrigin,
  queryParameter,
  redactUrl,
  transportCredentials,
  type HubCredentials,
} from './request.ts';
import { webSocketTransport, type WebSocketUpgrades } from './webSocket.ts';

/** Dependencies of a hub’s routes. */
export interface RouteContext<P> {
  registry: ConnectionRegistry<P>;
  upgrades: WebSocketUpgrades;
  limits: HubLimits;
  allowedOrigins: readonly string[];
  authenticate: (credentials: HubCredentials) => Promise<P | null>;
}

const TRANSPORTS = [
  { transport: 'WebSockets', transferFormats: ['Text'] },
  { transport: 'ServerSentEvents', transferFormats: ['Text'] },
];

/** Hides SignalR’s routes from the API description. */
const HIDDEN: FastifySchema & { hide: boolean } = { hide: true };

/** Adds a hub’s routes. The prefix of `app` is the hub’s path. */
export function addHubRoutes<P>(app: FastifyInstance, context: RouteContext<P>): void {
  const { registry, limits } = context;
  const common = { schema: HIDDEN, logSerializers: { req: loggedRequest } };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxPayloadBytes(limits) }, (_, body, done) =>
    done(null, body),
  );

  app.post('/negotiate', common, async (request, reply) => {
    const principal = await authenticated(context, headerCredentials(request));
    void reply.header('cache-control', 'no-store');
    if (!(Number(queryParameter(request, 'negotiateVersion')) >= 1)) {
      return { error: 'This server needs negotiate version 1 or later.' };
    }
    const negotiated = registry.negotiate(principal);
    return {
      connectionId: negotiated.connectionId,
      connectionToken: negotiated.connectionToken,
      negotiateVersion: 1,
      availableTransports: TRANSPORTS,
    };
  });

  app.get('', { ...common, exposeHeadRoute: false }, async (request, reply) => {
    const isUpgrade = context.upgrades.has(request.raw);
    if (isUpgrade && !isAllowedOrigin(request, context.allowedOrigins)) {
      throw new HubError('FORBIDDEN', 'This origin is not allowed to connect.');
    }
    const principal = await authenticated(context, transportCredentials(request));
    if (isUpgrade) openWebSocket(context, principal, request, reply);
    else openEventStream(context, principal, request, reply);
  });

  const senders = new WeakMap<FastifyRequest, PostReceiver>();
  app.post(
    '',
    {
      ...common,
      // Authenticate before the body is read.
      onRequest: async (request) => {
        const principal = await authenticated(context, headerCredentials(request));
        senders.set(request, registry.eventStream(connectionToken(request), principal));
      },
      // The body was too large and its message is lost, so end the connection.
      onError: async (request) => {
        await senders.get(request)?.refuse('The message could not be read.');
      },
    },
    async (request, reply) => {
      if (typeof request.body === 'string') await senders.get(request)?.receive(request.body);
      return reply.send('');
    },
  );

  const otherMethods = app.supportedMethods.filter((method) => method !== 'GET' && method !== 'POST');
  app.route({ ...common, method: otherMethods, url: '', handler: notFound });
  app.route({
    ...common,
    method: app.supportedMethods,
    url: '/*',
    exposeHeadRoute: false,
    handler: notFound,
  });
}

function openWebSocket<P>(
  context: RouteContext<P>,
  principal: P,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { registry, limits } = context;
  const token = queryParameter(request, 'id');
  const connectionId = token === undefined ? undefined : registry.negotiated(token, principal);
  registry.checkRoom(principal);
  const webSocket = context.upgrades.accept(reply);
  if (!webSocket) return;
  const session = registry.start(principal, webSocketTransport(webSocket, limits.closeGraceMs), connectionId);
  webSocket.on('message', (data, isBinary) => {
    if (isBinary || !Buffer.isBuffer(data)) session.refuse('Binary messages are not supported.');
    else session.receive(data.toString());
  });
  webSocket.on('error', () => session.refuse('The frame is not valid or too large.'));
}

function openEventStream<P>(
  context: RouteContext<P>,
  principal: P,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { registry, limits } = context;
  const connectionId = registry.negotiated(connectionToken(request), principal);
  registry.checkRoom(principal);
  registry.start(principal, startEventStream(reply, limits.closeGraceMs), connectionId);
}

function notFound(): never {
  throw new HubError('NOT_FOUND', 'This URL does not exist.');
}

async function authenticated<P>(context: RouteContext<P>, credentials: HubCredentials): Promise<P> {
  const principal = await context.authenticate(credentials);
  if (principal === null) throw new HubError('UNAUTHENTICATED', 'Please sign in.');
  return principal;
}

function connectionToken(request: FastifyRequest): string {
  const token = queryParameter(request, 'id');
  if (token === undefined) throw new HubError('BAD_REQUEST', 'The connection id is missing.');
  return token;
}

const loggedRequest = (request: FastifyRequest) => ({
  method: request.method,
  url: redactUrl(request.url),
  remoteAddress: request.ip,
});
