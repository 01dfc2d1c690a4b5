import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Deps } from '#request/context.ts';
import { answerBeforeRouting, answerBrokenRequest } from './error-handler.ts';

const BODY_LIMIT_BYTES = 256 * 1024;
/** So long a call may take to arrive. */
const BODY_MS = 30_000;

/** The bare server with its limits. It says of every call no more than `registerRequestLog` does. */
export function createServer({ config, log }: Deps): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    bodyLimit: BODY_LIMIT_BYTES,
    // An upload may take as long as it comes; the time for other bodies is below.
    requestTimeout: 0,
    http: { headersTimeout: BODY_MS },
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // A call on an open connection is finished while closing; the database is there until the last one is.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 100 },
    frameworkErrors: (error, request, reply) => void answerBeforeRouting(error, request, reply),
    clientErrorHandler: answerBrokenRequest,
  });
  // Only JSON is read; Fastify would also take plain text, which any page may send anywhere.
  app.removeContentTypeParser('text/plain');
  acceptEmptyJson(app);
  hangUpWhenClosing(app);
  limitArrival(app);
  return app;
}

/** Hangs up on a call that does not arrive in time; uploads have a limit on silence instead. */
function limitArrival(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    // A call from within the process, as the bench makes them, arrives at once and over no socket.
    if (!(raw.socket instanceof Socket) || raw.complete || routeOptions.config.endpoint?.upload !== undefined)
      return;
    const timer = setTimeout(() => {
      if (!raw.complete) answerBrokenRequest(new Error('The call does not arrive'), raw.socket);
    }, BODY_MS);
    timer.unref();
    raw.once('close', () => clearTimeout(timer));
  });
}

/** Without it a connection whose call was running when closing began would be kept alive, and closing wait for its time-out. */
function hangUpWhenClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) void reply.header('connection', 'close');
  });
}

/** Clients that always send the JSON content type may send nothing with it (a sign-out, say). */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined);
    else void parse(request, body, done);
  });
}
