import type { FastifyInstance } from 'fastify';

/**
 * Logs one line per request: method, route pattern, status, time. Never log the URL, bodies or headers: they can
 * contain health data, search terms and tokens.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'call',
    );
    done();
  });
}
