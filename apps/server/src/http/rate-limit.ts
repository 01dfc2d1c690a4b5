import cluster from 'node:cluster';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#platform/app-error.ts';
import { clientAddress, rateLimitKey } from '#platform/client-address.ts';
import { supervisorStore } from './shared-counts.ts';

/**
 * Only count requests that can use the database. Static files come from disk, and a whole clinic loads them at 8 a.m.
 */
const COUNTED = /^\/(?:api|hubs)(?:[/?]|$)/;

/**
 * Limits requests per client address against runaway clients; a clinic usually shares one address. Counts every
 * request first, including those without a session and those to unknown URLs. The limit holds over the workers of a
 * portal. Password guessing is limited separately and across all processes (`LoginThrottle`).
 */
export async function registerRateLimit(app: FastifyInstance, perMinute: number): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max: perMinute,
    timeWindow: '1 minute',
    ...(cluster.worker === undefined ? {} : { store: supervisorStore(cluster.worker) }),
    keyGenerator: (request) => rateLimitKey(clientAddress(request)),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) }),
  });
  const limit = app.rateLimit();
  app.addHook('onRequest', async (request, reply) => {
    if (COUNTED.test(request.url)) await limit.call(app, request, reply);
  });
}
