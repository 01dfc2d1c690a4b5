import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
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
  const files = await visibleFiles(root);
  await app.register(fastifyStatic, {
    root,
    // A route per file would take a fifth of the start.
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  app.get('/', PAGE, async (_request, reply) => reply.sendFile('index.html'));
  app.get<{ Params: { '*': string } }>('/*', PAGE, async (request, reply) => {
    const path = request.params['*'];
    if (files.has(path)) return reply.sendFile(path);
    if (/^\/(api|hubs|assets)([/?]|$)/.test(request.url)) return reply.callNotFound();
    return reply.sendFile('index.html');
  });
}

/** Paths of the files below `root`, without hidden ones. */
async function visibleFiles(root: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll(sep, '/'));
  return new Set(paths.filter((path) => !/(^|\/)\./.test(path)));
}
