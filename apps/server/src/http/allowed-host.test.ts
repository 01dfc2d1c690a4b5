import { officeList } from '@portal/contract/offices';
import { login } from '@portal/contract/session';
import { describe, expect, it } from 'vitest';
import { makeUser, signedInAs } from '#test/factories.ts';
import { portalForTest, type TestPortal } from '#test/harness.ts';
import { TEST_PASSWORD } from '#test/settings.ts';

const status = async (portal: TestPortal, url: string, host: string, more: Record<string, string> = {}) =>
  (await portal.raw({ method: 'GET', url, headers: { host, ...more } })).status;

describe('with PUBLIC_URL, the portal', () => {
  const env = { PUBLIC_URL: 'https://portal.example', ALLOWED_ORIGINS: 'https://intranet.example' };

  it('refuses foreign names everywhere, also with correct credentials, and says where it is', async () => {
    const portal = await portalForTest({ env });
    const { userName } = await makeUser(portal);
    const admin = await signedInAs(portal, 'Admin');
    const headers = { host: 'rebound.example:8080' };
    const credentials = { body: { username: userName, password: TEST_PASSWORD } };
    expect(await portal.call(login, credentials, { headers })).toMatchObject({
      status: 400,
      error: { message: expect.stringContaining('Open https://portal.example.') },
    });
    expect((await portal.call(officeList, {}, { ...admin, headers })).status).toBe(400);
    for (const url of [
      '/',
      '/login',
      '/assets/x.js',
      '/api/practice',
      '/hubs/activity',
      '/api/auth/sso',
      '/x',
    ])
      expect([url, await status(portal, url, headers.host)]).toEqual([url, 400]);
    const names = [
      'portal.example.evil.example',
      'evil-portal.example',
      'xportal.example',
      'portal.example@evil.example',
    ];
    for (const host of names)
      expect([host, await status(portal, '/api/practice', host)]).toEqual([host, 400]);
  });

  it('answers under its own names, localhost and addresses, which no website can point here', async () => {
    const portal = await portalForTest({ env });
    const hosts = [
      'portal.example',
      'PORTAL.example:443',
      'portal.example.',
      'intranet.example',
      'localhost:8080',
    ];
    for (const host of [...hosts, '127.0.0.1:1', '192.168.1.5', '[::1]:8080'])
      expect([host, await status(portal, '/api/office', host)]).toEqual([host, 401]);
  });

  it('answers probes of load balancers under any name', async () => {
    const portal = await portalForTest({ env });
    expect(await status(portal, '/api/health', 'backend_1')).toBe(200);
    expect(await status(portal, '/api/ready', 'backend_1')).toBe(200);
  });

  it('believes a trusted proxy about the name, but not another client', async () => {
    const portal = await portalForTest({ env: { ...env, TRUSTED_PROXIES: '127.0.0.1' } });
    const forwarded = { 'x-forwarded-host': 'rebound.example' };
    expect(await status(portal, '/login', 'portal.example', forwarded)).toBe(400);
    const open = await portalForTest({ env });
    expect(await status(open, '/login', 'rebound.example', { 'x-forwarded-host': 'portal.example' })).toBe(
      400,
    );
  });
});

it('without PUBLIC_URL, the portal does not know its names and answers to all', async () => {
  const portal = await portalForTest();
  expect(await status(portal, '/api/health', 'anything.example')).toBe(200);
  expect(await status(portal, '/api/office', 'anything.example')).toBe(401);
});
