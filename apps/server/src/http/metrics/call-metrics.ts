import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

/** All calls without a route share one label, so that nobody can fill the memory with invented URLs and methods. */
const UNKNOWN = { method: 'any', route: 'unknown' };

/** Counts calls and their duration by method, route pattern such as `/api/patient/:id`, and status. */
export function countCalls(registry: Registry, app: FastifyInstance): void {
  const calls = new Histogram({
    name: 'portal_http_request_duration_seconds',
    help: 'Time from a request to the end of its response, without event streams.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async ({ method, routeOptions: { url } }, reply) => {
    // It lasts as long as the browser is open; portal_live_clients counts it.
    if (reply.raw.getHeader('content-type') === 'text/event-stream') return;
    const route = url === undefined ? UNKNOWN : { method, route: url };
    calls.observe({ ...route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
}
