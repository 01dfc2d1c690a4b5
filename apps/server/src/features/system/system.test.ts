import { health, practice, ready } from '@portal/contract/system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInAs } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

describe('system', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal({
      env: {
        PRACTICE_NAME: 'Harborview Spine & Pain',
        PRACTICE_TIME_ZONE: 'Pacific/Honolulu',
        PRACTICE_CLOCK: '24',
        EMAIL_DOMAIN: 'harborview.example',
      },
    });
  });
  afterAll(() => portal.close());

  it('tells anyone that it is running and ready, but nothing else', async () => {
    expect(await portal.succeed(health, {})).toEqual({ status: 'ok' });
    expect(await portal.succeed(ready, {})).toEqual({ status: 'Healthy' });
  });

  it('sends its time with each response', async () => {
    const { headers } = await portal.raw({ method: 'GET', url: '/api/health' });
    expect(headers['x-server-time']).toBe(portal.clock.now().toISOString());
  });

  it('uses the practice’s time zone for today’s date', async () => {
    const user = await signedInAs(portal);
    const settings = () => portal.succeed(practice, {}, user);
    expect(await settings()).toEqual({
      name: 'Harborview Spine & Pain',
      timeZone: 'Pacific/Honolulu',
      clock: '24',
      emailDomain: 'harborview.example',
      otherStates: false,
      today: '2026-11-21',
      logo: null,
      office: null,
    });
    // 09:59 and 10:00 UTC the next day are 23:59 and midnight in Honolulu.
    const again = await signedInAs(portal);
    portal.clock.advance({ hours: 18, minutes: 59 });
    const late = await signedInAs(portal);
    expect(await portal.succeed(practice, {}, late)).toMatchObject({ today: '2026-11-21' });
    portal.clock.advance({ minutes: 1 });
    expect(await portal.succeed(practice, {}, late)).toMatchObject({ today: '2026-11-22' });
    expect((await portal.call(practice, {}, again)).status).toBe(401);
  });
});
