import { changePassword } from '@portal/contract/session';
import { userGet, userUnlock } from '@portal/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMaintenance } from '#jobs/maintenance.ts';
import { makeUser, signedInAs } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { TEST_PASSWORD } from '#test/settings.ts';
import { attempt, failToSignIn } from './test/sign-ins.ts';

const ATTACKER = '203.0.113.66';

const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}.${index}`);

describe('delay after failed sign-ins', () => {
  let portal: TestPortal;
  let other: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
    other = await openTestPortal({ sameDatabaseAs: portal });
  });
  afterAll(async () => {
    await other.close();
    await portal.close();
  });

  it('returns 429 with Retry-After after five failures within 15 minutes, even for the correct password', async () => {
    const { userName } = await makeUser(portal);
    expect(await failToSignIn(portal, userName, 5)).toBe(401);
    const answer = await attempt(portal, userName);
    expect(answer).toMatchObject({
      status: 429,
      headers: { 'retry-after': '30' },
      error: {
        code: 'TOO_MANY_ATTEMPTS',
        retryAfterSeconds: 30,
        message: 'Too many failed sign-in attempts. Please wait and try again.',
      },
    });
    portal.clock.advance({ seconds: 29, ms: 999 });
    expect((await attempt(portal, userName)).headers).toMatchObject({ 'retry-after': '1' });
    portal.clock.advance({ ms: 1 });
    expect((await attempt(portal, userName)).status).toBe(200);
  });

  it('doubles the wait up to 15 minutes', async () => {
    const { userName } = await makeUser(portal);
    await failToSignIn(portal, userName, 5);
    for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
      expect((await attempt(portal, userName)).headers).toMatchObject({ 'retry-after': String(seconds) });
      portal.clock.advance({ seconds });
      expect(await failToSignIn(portal, userName, 1)).toBe(401);
    }
  });

  it('does not extend the wait for an attempt during it', async () => {
    const { userName } = await makeUser(portal);
    await failToSignIn(portal, userName, 5);
    expect(await failToSignIn(portal, userName, 10)).toBe(429);
    expect((await attempt(portal, userName)).headers).toMatchObject({ 'retry-after': '30' });
  });

  it('treats an unknown username the same', async () => {
    expect(await failToSignIn(portal, 'nobody.here', 5)).toBe(401);
    expect(await failToSignIn(portal, 'nobody.here', 1)).toBe(429);
    expect(await failToSignIn(portal, ' NOBODY.here', 1)).toBe(429);
  });

  it('starts over after four failures and a success, or 15 minutes', async () => {
    const { userName } = await makeUser(portal);
    await failToSignIn(portal, userName, 4);
    expect((await attempt(portal, userName)).status).toBe(200);
    expect(await failToSignIn(portal, userName, 4)).toBe(401);
    portal.clock.advance({ minutes: 15, ms: 1 });
    expect(await failToSignIn(portal, userName, 4)).toBe(401);
    expect((await attempt(portal, userName)).status).toBe(200);
  });

  it('does not let an attacker at another address lock out a user', async () => {
    const { userName } = await makeUser(portal);
    await failToSignIn(portal, userName, 6, ATTACKER);
    expect((await attempt(portal, userName, { ip: ATTACKER })).status).toBe(429);
    expect((await attempt(portal, userName, { ip: '198.51.100.7' })).status).toBe(200);
    // … and another user's success does not help the attacker.
    expect((await attempt(portal, userName, { ip: ATTACKER })).status).toBe(429);
  });

  it('counts an IPv6 network as one address', async () => {
    const { userName } = await makeUser(portal);
    for (let host = 1; host <= 5; host += 1)
      await failToSignIn(portal, userName, 1, `2001:db8:0:7::${host.toString(16)}`);
    expect((await attempt(portal, userName, { ip: '2001:db8:0:7:ffff::1' })).status).toBe(429);
    expect((await attempt(portal, userName, { ip: '2001:db8:0:8::1' })).status).toBe(200);
  });

  it('checks no more than five of many concurrent attempts', async () => {
    const { userName } = await makeUser(portal);
    const wrong = Array.from({ length: 30 }, () =>
      attempt(portal, userName, { password: 'wrong', ip: ATTACKER }),
    );
    const statuses = (await Promise.all(wrong)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(25);
  });

  it('does not reveal a correct password among many concurrent attempts', async () => {
    const { userName } = await makeUser(portal);
    const tries = Array.from({ length: 40 }, (_, index) =>
      attempt(portal, userName, { ip: ATTACKER, ...(index === 39 ? {} : { password: `guess ${index}` }) }),
    );
    expect((await Promise.all(tries)).at(-1)?.status).toBe(429);
  });

  it('shares failures between processes', async () => {
    const { userName } = await makeUser(portal);
    await failToSignIn(portal, userName, 3);
    expect(await failToSignIn(other, userName, 2)).toBe(401);
    expect((await attempt(portal, userName)).status).toBe(429);
    expect((await attempt(other, userName)).status).toBe(429);
  });

  it('shows an Admin the delay, and lets them clear it', async () => {
    const admin = await signedInAs(portal, 'Admin');
    const { id, userName } = await makeUser(portal);
    await failToSignIn(portal, userName, 5);
    await failToSignIn(portal, userName, 5, ATTACKER);
    expect(await portal.succeed(userGet, { params: { id } }, admin)).toMatchObject({ isSlowedDown: true });
    expect(await portal.succeed(userUnlock, { params: { id } }, admin)).toMatchObject({
      isSlowedDown: false,
    });
    expect((await attempt(portal, userName)).status).toBe(200);
  });

  describe('of many names from one address', () => {
    const CLINIC = '198.51.100.20';
    const guess = (name: string, ip = CLINIC) => attempt(portal, name, { password: 'guess', ip });

    it('refuses the failures after 60, but never a correct password', async () => {
      const colleague = await makeUser(portal);
      const regular = await makeUser(portal);
      expect((await attempt(portal, regular.userName, { ip: CLINIC })).status).toBe(200);
      const statuses: number[] = [];
      const successes: number[] = [];
      for (const name of names('unknown', 64)) {
        statuses.push((await guess(name)).status);
        if (statuses.length % 20 === 0)
          successes.push((await attempt(portal, regular.userName, { ip: CLINIC })).status);
      }
      expect(statuses).toEqual([...Array.from({ length: 60 }, () => 401), 429, 429, 429, 429]);
      expect(successes).toEqual([200, 200, 200]);
      expect(await guess('unknown.again')).toMatchObject({
        status: 429,
        headers: { 'retry-after': '5' },
        error: {
          code: 'TOO_MANY_ATTEMPTS',
          message: expect.stringMatching(/^Invalid username or password.*from your network have failed/),
        },
      });
      expect((await guess(regular.userName)).status).toBe(429);
      expect((await attempt(portal, colleague.userName, { ip: CLINIC })).status).toBe(200);
      expect((await attempt(other, regular.userName, { ip: CLINIC })).status).toBe(200);
      expect((await guess('unknown.elsewhere', '198.51.100.21')).status).toBe(401);
      portal.clock.advance({ minutes: 15, ms: 1 });
      expect((await guess('unknown.later')).status).toBe(401);
    });

    it('checks one at a time after that, and people of the clinic first', async () => {
      const regular = await makeUser(portal);
      expect((await attempt(portal, regular.userName, { ip: CLINIC })).status).toBe(200);
      for (const name of names('more', 61)) await guess(name);
      const crowd = names('crowd', 24).map((name) => guess(name));
      const people = [1, 2, 3].map(() => attempt(portal, regular.userName, { ip: CLINIC }));
      expect((await Promise.all(people)).map(({ status }) => status)).toEqual([200, 200, 200]);
      const codes = (await Promise.all(crowd)).map((answer) => (answer.ok ? 'OK' : answer.error.code));
      expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS').length).toBeGreaterThanOrEqual(20);
      expect(new Set(codes)).toEqual(new Set(['TOO_MANY_REQUESTS', 'TOO_MANY_ATTEMPTS']));
    });

    it('has one audit entry a minute with the number of attempts, and the rest from the next cleaning', async () => {
      const NOISY = '198.51.100.77';
      const entries = async (network = NOISY) => {
        const { rows } = await portal.owner.query<{ new_values: unknown }>(
          `select new_values from audit_log where ip_address <<= $1 and action = 'LoginFailed' order by xmin::text::bigint`,
          [network],
        );
        return rows.map(({ new_values }) => new_values);
      };
      await Promise.all(names('noise', 8).map((name) => guess(name, NOISY)));
      expect(await entries()).toEqual([null]);
      portal.clock.advance({ minutes: 1 });
      await guess('noise.later', NOISY);
      expect(await entries()).toEqual([null, { attempts: 8 }]);
      const known = await makeUser(portal);
      portal.clock.advance({ seconds: 1 });
      await guess(known.userName, NOISY);
      expect(await entries()).toEqual([null, { attempts: 8 }, null]);
      for (const name of names('last', 3)) await guess(name, NOISY);
      for (const host of [1, 2, 3]) await guess(`six.${host}`, `2001:db8:9:6::${host}`);
      await runMaintenance(portal.deps);
      expect(await entries()).toHaveLength(3);
      portal.clock.advance({ minutes: 1 });
      await runMaintenance(portal.deps);
      await runMaintenance(portal.deps);
      expect(await entries()).toEqual([null, { attempts: 8 }, null, { attempts: 3 }]);
      expect(await entries('2001:db8:9:6::/64')).toEqual([null, { attempts: 2 }]);
    });

    it('counts an IPv6 network as one address', async () => {
      const hosts = names('six', 61).map((name, host) => guess(name, `2001:db8:9:7::${host.toString(16)}`));
      await Promise.all(hosts);
      expect((await guess('six.more', '2001:db8:9:7:ffff::1')).status).toBe(429);
      expect((await guess('six.more', '2001:db8:9:8::1')).status).toBe(401);
    });
  });

  it('delays guessing the current password with a stolen session', async () => {
    const user = await signedInAs(portal);
    const guess = (currentPassword: string) =>
      portal.call(changePassword, { body: { currentPassword, newPassword: 'Autumn-Ferry-Copper-9' } }, user);
    for (let count = 0; count < 5; count += 1) expect((await guess('wrong')).status).toBe(400);
    expect(await guess(TEST_PASSWORD)).toMatchObject({ status: 429, error: { retryAfterSeconds: 30 } });
    portal.clock.advance({ seconds: 30 });
    expect((await guess(TEST_PASSWORD)).status).toBe(204);
  });
});
