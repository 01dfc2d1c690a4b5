import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { SignInOptions } from '@portal/contract/single-sign-on';
import type { FastifyInstance, FastifyReply } from 'fastify';

const DIST = join(import.meta.dirname, '../../../web/dist');
/** The folder of a build is named after a hash of its sources (scripts/lib/build-web.mjs). */
const BUILD = /^[0-9a-f]{16}$/;
/** Pages are not part of the API description. */
const PAGE = { schema: { hide: true } };

interface SiteOptions {
  /** Folder of the builds of the web app. Its file `current` names the one to serve. */
  readonly root?: string;
  /** Written into the page if there is single sign-on, so that the sign-in screen need not ask for it. */
  readonly signInOptions?: SignInOptions;
  /** Written into the page of the demo practice. */
  readonly isDemo?: boolean;
  /** The address of a speech server is written into the page, so that no text waits for it. */
  readonly speechServer?: string | undefined;
}

/**
 * Serves the built web app that is current when the server starts, and the assets of the other builds that are there: pages that were
 * open before an update still load them. Hashed assets are cached for a year, and pages never. Every other URL outside `/api` and
 * `/hubs` returns the page, and its router shows the screen.
 */
export async function registerSite(
  app: FastifyInstance,
  { root: folder = DIST, signInOptions, isDemo = false, speechServer }: SiteOptions = {},
): Promise<void> {
  const current = await readFile(join(folder, 'current'), 'utf8').catch(() => undefined);
  if (current === undefined) {
    app.log.warn('the web app is not built; only the API is served');
    return;
  }
  const root = join(folder, current);
  const files = await filesOfBuilds(folder, current);
  await app.register(fastifyStatic, {
    root,
    // A route per file would take a fifth of the start.
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header(
        'cache-control',
        path.includes('/assets/')
          ? 'public, max-age=31536000, immutable'
          : /\.html(\.\w+)?$/.test(path)
            ? 'no-store'
            : 'no-cache',
      );
    },
  });
  const marks = [
    ...(signInOptions === undefined || signInOptions.sso === null
      ? []
      : [metaOf('sign-in-options', JSON.stringify(signInOptions))]),
    ...(speechServer === undefined ? [] : [metaOf('speech-server', speechServer)]),
    ...(isDemo ? [metaOf('demo-practice', 'yes')] : []),
  ];
  const page = marks.length === 0 ? undefined : await pageWith(root, marks.join(''));
  const sendPage = (reply: FastifyReply) =>
    page === undefined
      ? reply.sendFile('index.html')
      : reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
  app.get('/', PAGE, async (_request, reply) => sendPage(reply));
  app.get<{ Params: { '*': string } }>('/*', PAGE, async (request, reply) => {
    const path = request.params['*'];
    const place = files.get(path);
    if (path !== 'index.html' && place !== undefined) return reply.sendFile(path, place);
    if (/^\/(api|hubs|assets)([/?]|$)/.test(request.url)) return reply.callNotFound();
    return sendPage(reply);
  });
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

const metaOf = (name: string, content: string): string =>
  `<meta name="${name}" content="${content.replaceAll(/[&"<>]/g, (character) => ENTITIES[character] ?? '')}" />`;

async function pageWith(root: string, marks: string): Promise<string> {
  const html = await readFile(join(root, 'index.html'), 'utf8');
  return html.replace('</head>', () => `${marks}</head>`);
}

/** The folder of each file, by path: all of the current build, and assets of the others. */
async function filesOfBuilds(folder: string, current: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const others = (await readdir(folder)).filter((name) => BUILD.test(name) && name !== current);
  for (const name of [...others, current]) {
    const root = join(folder, name);
    for (const path of await visibleFiles(root))
      if (name === current || path.startsWith('assets/')) found.set(path, root);
  }
  return found;
}

/** Paths of the files below `root`, without hidden ones. */
async function visibleFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll(sep, '/'))
    .filter((path) => !/(^|\/)\./.test(path));
}
