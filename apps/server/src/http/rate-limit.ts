import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#platform/app-error.ts';
import { clientAddress, placeOf } from '#platform/client-address.ts';

/** What asks the database or may; pages and their files are read from the disk, and a whole clinic opens them at eight in the morning. */
const COUNTED = /^\/(?:api|hubs)(?:[/?]|$)/;

/**
 * A ceiling per place and process against runaway clients; a clinic is one place. It counts every call before anything is done for it,
 * also those without a session and those to addresses that do not exist. Guessing passwords is slowed down separately and across
 * processes (login gate).
 */
export async function registerRateLimit(app: FastifyInstance, perMinute: number): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max: perMinute,
    timeWindow: '1 minute',
    keyGenerator: (request) => placeOf(clientAddress(request)),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) }),
  });
  const limit = app.rateLimit();
  app.addHook('onRequest', async (request, reply) => {
    if (COUNTED.test(request.url)) await limit.call(app, request, reply);
  });
}
