import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const DIST = join(import.meta.dirname, '../../../web/dist');
/** Pages are not part of the API description. */
const PAGE = { schema: { hide: true } };

/**
 * Serves the built web app. Hashed assets are cached for a year. Every other URL outside `/api` and `/hubs` returns
 * the page, and its router shows the screen.
 */
export async function registerSite(app: FastifyInstance, root = DIST): Promise<void> {
  if (!existsSync(join(root, 'index.html'))) {
    app.log.warn('the web app is not built; only the API is served');
    return;
  }
  await app.register(fastifyStatic, {
    root,
    index: false,
    preCompressed: true,
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  app.get('/', PAGE, async (_request, reply) => reply.sendFile('index.html'));
  app.get('/*', PAGE, async (request, reply) => {
    if (/^\/(api|hubs|assets)([/?]|$)/.test(request.url)) return reply.callNotFound();
    return reply.sendFile('index.html');
  });
}
