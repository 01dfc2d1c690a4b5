import type { FastifyInstance } from 'fastify';

/**
 * One line per call: method, route pattern, status, time. Never the address as sent, bodies or headers: they can hold
 * health data, searches and tokens.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'call',
    );
  });
}
