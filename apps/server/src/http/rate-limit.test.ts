import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInAs } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

describe('requests per minute and address', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal({ env: { RATE_LIMIT_PER_MINUTE: '10' } });
  });
  afterAll(() => portal.close());

  const statuses = async (count: number, request: { url: string; ip: string; token?: string }) => {
    const answers = [];
    for (let call = 0; call < count; call += 1) answers.push(await portal.raw({ method: 'GET', ...request }));
    return answers.map(({ status }) => status);
  };

  it('responds with 429, Retry-After and the common error body above the limit', async () => {
    const { token } = await signedInAs(portal);
    const request = { url: '/api/practice', ip: '198.51.100.1', token };
    expect(await statuses(10, request)).toEqual(Array.from({ length: 10 }, () => 200));
    const answer = await portal.raw({ method: 'GET', ...request });
    expect(answer).toMatchObject({
      status: 429,
      body: {
        code: 'TOO_MANY_REQUESTS',
        message: 'Too many requests. Please wait a moment and try again.',
        error: 'Too many requests. Please wait a moment and try again.',
        retryAfterSeconds: expect.any(Number),
      },
    });
    const wait = Number(answer.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
  });

  it.each([
    ['without a session', '/api/practice', 401, 1],
    ['to unknown URLs', '/api/nothing', 404, 2],
    ['to public endpoints', '/api/health', 200, 3],
    ['to the live hub', '/hubs/activity?id=x', 401, 4],
  ])('counts requests %s', async (_what, url, status, lastOctet) => {
    const seen = await statuses(11, { url, ip: `203.0.113.${lastOctet}` });
    expect(seen).toEqual([...Array.from({ length: 10 }, () => status), 429]);
  });

  it('does not count pages and static files', async () => {
    const ip = '203.0.113.200';
    const seen = [
      ...(await statuses(11, { url: '/patients?page=2', ip })),
      ...(await statuses(11, { url: '/assets/none.js', ip })),
    ];
    expect(seen).not.toContain(429);
    expect(await statuses(1, { url: '/api/health', ip })).toEqual([200]);
  });

  it('counts per IPv4 address or IPv6 /64', async () => {
    await statuses(10, { url: '/api/health', ip: '2001:db8:9:9::1' });
    expect(await statuses(1, { url: '/api/health', ip: '2001:db8:9:9:ffff::2' })).toEqual([429]);
    expect(await statuses(1, { url: '/api/health', ip: '2001:db8:9:a::1' })).toEqual([200]);
    await statuses(10, { url: '/api/health', ip: '198.51.100.50' });
    expect(await statuses(1, { url: '/api/health', ip: '::ffff:198.51.100.50' })).toEqual([429]);
    expect(await statuses(1, { url: '/api/health', ip: '198.51.100.51' })).toEqual([200]);
  });
});
