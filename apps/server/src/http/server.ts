import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Settings } from '#platform/config.ts';
import { answerBeforeRouting, answerBrokenRequest } from './error-handler.ts';

const BODY_LIMIT_BYTES = 256 * 1024;
/** Maximum time for a request to arrive. */
const BODY_MS = 30_000;

const unused = (): never => {
  throw new Error('The app has no schema compiler');
};

/** Creates the server with its limits. Requests are only logged by `registerRequestLog`. */
export function createServer({ config, log }: { config: Settings; log: FastifyBaseLogger }): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    childLoggerFactory: (logger, bindings, options, { headers }) =>
      logger.child({ ...bindings, ...traceOf(headers['traceparent']) }, options),
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    bodyLimit: BODY_LIMIT_BYTES,
    // Uploads have no total time limit; `limitArrival` sets one for other bodies.
    requestTimeout: 0,
    http: { headersTimeout: BODY_MS },
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // Requests on open connections are finished during shutdown; the database stays open until the last one ends.
    return503OnClosing: false,
    // The app sets zod’s compilers. Fastify’s own would cost memory and time at the start.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    routerOptions: { maxParamLength: 100 },
    frameworkErrors: (error, request, reply) => void answerBeforeRouting(error, request, reply),
    clientErrorHandler: answerBrokenRequest,
  });
  // Only accept JSON: any website can send text/plain without a preflight.
  app.removeContentTypeParser('text/plain');
  acceptEmptyJson(app);
  closeConnectionsOnShutdown(app);
  limitArrival(app);
  return app;
}

/** Trace and parent id of the header `traceparent` (W3C Trace Context). Later versions may add parts; ids of zeros are invalid. */
const TRACE = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(-.*)?$/;

/** The ids by which log lines belong to the trace of a proxy or another program. Anything that is not valid is left out. */
function traceOf(header: string | string[] | undefined): { trace_id?: string; parent_id?: string } {
  const [, version, trace_id, parent_id, more] = TRACE.exec(String(header)) ?? [];
  const isValid =
    trace_id !== undefined && parent_id !== undefined && !(version === '00' && more !== undefined);
  return isValid ? { trace_id, parent_id } : {};
}

/** Closes connections whose request does not arrive in time. Uploads have an idle timeout instead. */
function limitArrival(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    if (routeOptions.config.endpoint?.upload === undefined) limitBody(raw);
    done();
  });
}

function limitBody(raw: IncomingMessage): void {
  // Injected requests, as used by the benchmarks, arrive at once and have no socket.
  if (!(raw.socket instanceof Socket) || raw.complete || !hasBody(raw)) return;
  const timer = setTimeout(() => {
    if (!raw.complete) answerBrokenRequest(new Error('The request did not arrive in time'), raw.socket);
  }, BODY_MS);
  timer.unref();
  raw.once('close', () => clearTimeout(timer));
}

/** Whether a body follows. Only these headers announce one (RFC 9112, section 6.3). */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Otherwise a connection with a running request would be kept alive, and shutdown would wait for its timeout. */
function closeConnectionsOnShutdown(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) void reply.header('connection', 'close');
    done();
  });
}

/** Accepts an empty body with the JSON content type, which some clients always send (e.g. for sign-out). */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined);
    else void parse(request, body, done);
  });
}
