import { endpointNames } from '@portal/contract';
import { officeList } from '@portal/contract/offices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

describe('response headers and API description', () => {
  let portal: TestPortal;
  let user: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal({ env: { OPENAPI: 'true' } });
    user = await signedInAs(portal);
  });
  afterAll(() => portal.close());

  const get = (url: string) => portal.raw({ method: 'GET', url, token: user.token });

  it.each(['/api/office', '/api/health', '/api/nothing', '/api/office/x', '/api/docs/json', '/'])(
    'sets strict security headers on %s',
    async (url) => {
      const { headers } = await get(url);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(), microphone=(self), geolocation=(), payment=(), usb=()',
      });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      const policy = String(headers['content-security-policy']).split(';');
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "connect-src 'self'",
          "base-uri 'none'",
          "form-action 'self'",
          "frame-ancestors 'none'",
        ]),
      );
    },
  );

  it('forbids caching API answers', async () => {
    for (const url of ['/api/office', '/api/health', '/api/auth/session', '/api/nothing', '/api/office/x'])
      expect((await get(url)).headers).toMatchObject({ 'cache-control': 'no-store' });
    const { headers } = await portal.call(officeList, {}, user);
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
  });

  it('allows no other origin to send requests or read responses', async () => {
    const preflight = await portal.raw({
      method: 'OPTIONS',
      url: '/api/office',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(405);
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
  });

  describe('OpenAPI at /api/docs', () => {
    it.each(['/api/docs/json', '/api/docs/yaml'])('needs a session for %s', async (url) => {
      expect((await portal.raw({ method: 'GET', url })).status).toBe(401);
      expect((await portal.raw({ method: 'GET', url: '/api/docs/' })).status).toBe(200);
    });

    it('is built in turns, so other requests are answered in between', async () => {
      const other = await openTestPortal({ env: { OPENAPI: 'true' } });
      const { token } = await signedInAs(other);
      const finished: string[] = [];
      const ask = async (url: string) => {
        const { status } = await other.raw({ method: 'GET', url, token });
        finished.push(`${status} ${url}`);
      };
      await Promise.all([ask('/api/docs/json'), ask('/api/office'), ask('/api/practice')]);
      expect(finished.at(-1)).toBe('200 /api/docs/json');
      await other.close();
    });

    it.each([
      ['/api/docs/json', 'application/json; charset=utf-8', '{"openapi":"3.1'],
      ['/api/docs/yaml', 'application/x-yaml', 'openapi: 3.1'],
    ])('describes every endpoint at %s', async (url, type, start) => {
      const { status, headers, bytes } = await get(url);
      expect([status, headers['content-type']]).toEqual([200, type]);
      const text = bytes.toString();
      expect(text.slice(0, start.length)).toBe(start);
      for (const name of endpointNames.values())
        expect(text).toMatch(new RegExp(`operationId"?: ?"?${name}\\b`));
    });

    it('has a page that loads its script from this server', async () => {
      const page = await get('/api/docs/');
      expect(page.status).toBe(200);
      expect(String(page.headers['content-security-policy'])).not.toMatch(/script-src[^;]*(unsafe|\*|http:)/);
    });

    it('can be turned off', async () => {
      const closed = await openTestPortal({ sameDatabaseAs: portal });
      try {
        expect((await closed.raw({ method: 'GET', url: '/api/docs' })).status).toBe(404);
      } finally {
        await closed.close();
      }
    });
  });
});
