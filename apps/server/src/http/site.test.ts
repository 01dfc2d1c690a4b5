import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerErrorHandler } from './error-handler.ts';
import { registerSite } from './site.ts';

const CURRENT = '0123456789abcdef';

describe('the built web app', () => {
  let folder: string;
  let app: FastifyInstance;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-site-'));
    const files = {
      'dist/current': CURRENT,
      [`dist/${CURRENT}/index.html`]: '<title>Medical Portal</title>',
      [`dist/${CURRENT}/assets/app-1a2b.js`]: 'plain',
      [`dist/${CURRENT}/assets/app-1a2b.js.br`]: 'packed',
      [`dist/${CURRENT}/favicon.svg`]: '<svg/>',
      [`dist/${CURRENT}/.hidden`]: 'hidden',
    };
    for (const [name, content] of Object.entries(files)) {
      await mkdir(join(folder, name, '..'), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    await writeFile(join(folder, 'secret.txt'), 'secret');
    app = Fastify();
    registerErrorHandler(app);
    await registerSite(app, { root: join(folder, 'dist') });
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers });

  it.each(['/', '/login', '/patients?page=2&search=x', '/offices/7/edit', '/index.html', '/apiary'])(
    'serves the page for %s without caching',
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.payload).toContain('Medical Portal');
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
    },
  );

  it('hashed assets are cached for a year and compressed if the client supports it', async () => {
    expect(await get('/assets/app-1a2b.js')).toMatchObject({
      payload: 'plain',
      headers: { 'cache-control': 'public, max-age=31536000, immutable' },
    });
    expect(await get('/assets/app-1a2b.js', { 'accept-encoding': 'br' })).toMatchObject({
      payload: 'packed',
      headers: { 'content-encoding': 'br' },
    });
  });

  it('serves the other files of the build without caching, except hidden ones', async () => {
    expect(await get('/favicon.svg')).toMatchObject({
      payload: '<svg/>',
      headers: { 'cache-control': 'no-cache', 'content-type': 'image/svg+xml' },
    });
    expect((await get('/.hidden')).payload).toContain('Medical Portal');
  });

  it.each(['/', '/favicon.svg', '/assets/app-1a2b.js'])('answers HEAD %s', async (url) => {
    const { statusCode, payload } = await app.inject({ method: 'HEAD', url });
    expect([statusCode, payload]).toEqual([200, '']);
  });

  it.each(['/assets/app-0000.js', '/assets', '/assets/', '/api/nothing', '/api?x', '/hubs/other', '/hubs?x'])(
    'responds to %s with 404',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404);
    },
  );

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
  ])('serves nothing outside its folder: %s', async (url) => {
    expect((await get(url)).payload).not.toContain('secret.txt');
    expect((await get(url)).payload).not.toBe('secret');
  });

  it('serves only the API without a build', async () => {
    const bare = Fastify();
    registerErrorHandler(bare);
    await registerSite(bare, { root: join(folder, 'nowhere') });
    expect((await bare.inject('/')).statusCode).toBe(404);
    await bare.close();
  });

  it('writes how users can sign in into the page if there is single sign-on', async () => {
    await writeFile(
      join(folder, 'dist', CURRENT, 'index.html'),
      '<head><title>Medical Portal</title></head>',
    );
    const site = Fastify();
    await registerSite(site, {
      root: join(folder, 'dist'),
      signInOptions: { sso: { name: '"><script>', start: '/start' }, password: false },
    });
    for (const url of ['/', '/login', '/index.html']) {
      const answer = await site.inject(url);
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
      });
      expect(answer.payload).toContain(
        '<meta name="sign-in-options" content="{&quot;sso&quot;:{&quot;name&quot;:&quot;\\&quot;&gt;&lt;script&gt;&quot;,&quot;start&quot;:&quot;/start&quot;},&quot;password&quot;:false}" /></head>',
      );
    }
    await site.close();
  });

  it('says in the page of the demo practice, and in no other, that it is one', async () => {
    await writeFile(
      join(folder, 'dist', CURRENT, 'index.html'),
      '<head><title>Medical Portal</title></head>',
    );
    for (const isDemo of [true, false]) {
      const site = Fastify();
      await registerSite(site, { root: join(folder, 'dist'), isDemo });
      expect((await site.inject('/')).payload.includes('<meta name="demo-practice" content="yes" />')).toBe(
        isDemo,
      );
      await site.close();
    }
  });
});
