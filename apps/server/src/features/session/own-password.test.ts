import { changePassword, login, logout, me } from '@portal/contract/session';
import { practice } from '@portal/contract/system';
import { userResetPassword } from '@portal/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makeUser, signedInAs, signIn, type SignedInUser } from '#test/factories.ts';
import { lockAwaited, openTestPortal, type TestPortal } from '#test/harness.ts';
import { TEST_PASSWORD } from '#test/settings.ts';
import { attempt } from './test/sign-ins.ts';

const NEW = 'Autumn-Ferry-Copper-9';
const LONG =
  'Ferry-Copper-Autumn-Lantern-Violet-Harbor-Meadow-Quartz-Saddle-Timber-Velvet-Walnut-Zephyr-Anchor-Bridge-Candle-Drift-Ember-Forest-Grove';

describe('POST /auth/change-password', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  afterAll(() => portal.close());

  const change = (user: Pick<SignedInUser, 'token'>, newPassword: string, currentPassword = TEST_PASSWORD) =>
    portal.call(changePassword, { body: { currentPassword, newPassword } }, user);
  const accepts = async (userName: string, password: string) =>
    (await attempt(portal, userName, { password })).status;

  /** A user whose password an Admin has reset. */
  async function reset(): Promise<{ userName: string; id: string; temporaryPassword: string }> {
    const admin = await signedInAs(portal, 'Admin');
    const { id, userName } = await makeUser(portal);
    const { temporaryPassword } = await portal.succeed(userResetPassword, { params: { id } }, admin);
    return { id, userName, temporaryPassword };
  }

  describe('204', () => {
    it('replaces the password and ends all other sessions, but not the current one', async () => {
      const user = await signedInAs(portal);
      const elsewhere = await signIn(portal, user.userName);
      expect(await change(user, NEW)).toMatchObject({ status: 204, body: undefined });
      expect((await portal.call(me, {}, user)).status).toBe(200);
      expect((await portal.call(me, {}, { token: elsewhere })).status).toBe(401);
      expect(await accepts(user.userName, TEST_PASSWORD)).toBe(401);
      expect(await accepts(user.userName, NEW)).toBe(200);
    });

    it('is audited without either password', async () => {
      const user = await signedInAs(portal);
      await change(user, NEW);
      const entry = (await auditOf(portal, 'User', user.id)).at(-1);
      expect(entry).toMatchObject({
        action: 'Updated',
        user_id: user.id,
        new_values: { password: 'changed' },
      });
      const { rows } = await portal.owner.query('select row_to_json(l)::text as text from audit_log l');
      expect(JSON.stringify(rows)).not.toContain(NEW);
      expect(portal.logged()).not.toContain(NEW);
      expect(portal.logged()).not.toContain(TEST_PASSWORD);
    });

    it.each([
      ['15 characters', 'qv7 Lm2 zT9 xw4'],
      ['128 characters', LONG.slice(0, 128)],
      ['no composition: letters only', 'unlikely lanterns ferry copper'],
      ['any script, counted as people count', 'ключ от сарая под ёлкой 🗝'],
    ])('accepts %s', async (_what, password) => {
      const user = await signedInAs(portal);
      expect((await change(user, password)).status).toBe(204);
      expect(await accepts(user.userName, password)).toBe(200);
    });
  });

  describe('400', () => {
    it('refuses a wrong current password on its field and keeps the session', async () => {
      const user = await signedInAs(portal);
      expect(await change(user, NEW, 'wrong')).toMatchObject({
        status: 400,
        error: {
          code: 'WRONG_PASSWORD',
          message: 'Current password is incorrect.',
          errors: { currentPassword: ['Current password is incorrect.'] },
        },
      });
      expect((await portal.call(me, {}, user)).status).toBe(200);
      expect(await accepts(user.userName, TEST_PASSWORD)).toBe(200);
    });

    it.each([
      ['14 characters', 'qv7 Lm2 zT9 xw'],
      ['129 characters', LONG.slice(0, 129)],
      ['a common password', 'password12345678'],
      ['a disguised common password', 'P@ssw0rd!!!!!!!!'],
      ['a sequence', 'abcdefghijklmnop'],
      ['a row of the keyboard', 'qwertyuiopasdfgh'],
      ['a repetition', 'abcabcabcabcabcabc'],
      ['the product name', 'MedicalPortal2026!'],
      ['the practice name', 'medical practice 1'],
      ['the published demo password', 'Demo-Portal-2026'],
      ['the current password', TEST_PASSWORD],
    ])('refuses %s', async (_what, password) => {
      const user = await signedInAs(portal);
      expect(await change(user, password)).toMatchObject({
        status: 400,
        error: { code: 'VALIDATION', errors: { newPassword: [expect.any(String)] } },
      });
      expect(await accepts(user.userName, TEST_PASSWORD)).toBe(200);
    });

    it('refuses the user’s own name', async () => {
      const { userName } = await makeUser(portal, { firstName: 'Bartholomew', lastName: 'Featherstone' });
      const token = await signIn(portal, userName);
      expect((await change({ token }, 'Bartholomew-Featherstone-1')).status).toBe(400);
      expect((await change({ token }, `Featherstone.2026.11`)).status).toBe(400);
    });

    it('requires both passwords', async () => {
      const user = await signedInAs(portal);
      const answer = await portal.raw({
        method: 'POST',
        url: '/api/auth/change-password',
        token: user.token,
        headers: { 'content-type': 'application/json' },
        payload: '{}',
      });
      expect(answer).toMatchObject({
        status: 400,
        body: {
          errors: {
            currentPassword: ['Current password is required'],
            newPassword: ['New password is required'],
          },
        },
      });
    });
  });

  describe('temporary password', () => {
    it('is 16 random characters', async () => {
      const { temporaryPassword } = await reset();
      expect(temporaryPassword).toMatch(/^[A-Za-z0-9]{16}$/);
      expect((await reset()).temporaryPassword).not.toBe(temporaryPassword);
    });

    it('blocks everything except changing it, and nothing afterwards', async () => {
      const { userName, temporaryPassword } = await reset();
      const { token, user } = await portal.succeed(login, {
        body: { username: userName, password: temporaryPassword },
      });
      expect(user.mustChangePassword).toBe(true);
      expect(await portal.call(practice, {}, { token })).toMatchObject({
        status: 403,
        error: {
          code: 'PASSWORD_CHANGE_REQUIRED',
          message: 'You must change your password before you continue.',
        },
      });
      expect((await change({ token }, NEW, temporaryPassword)).status).toBe(204);
      expect((await portal.call(practice, {}, { token })).status).toBe(200);
      const after = await portal.succeed(login, { body: { username: userName, password: NEW } });
      expect(after.user.mustChangePassword).toBe(false);
    });

    it('cannot be replaced with itself', async () => {
      const { userName, temporaryPassword } = await reset();
      const { token } = await portal.succeed(login, {
        body: { username: userName, password: temporaryPassword },
      });
      expect((await change({ token }, temporaryPassword, temporaryPassword)).status).toBe(400);
    });

    it('is valid for 72 hours', async () => {
      const { userName, temporaryPassword } = await reset();
      portal.clock.advance({ hours: 72, ms: -1 });
      expect(await accepts(userName, temporaryPassword)).toBe(200);
      portal.clock.advance({ ms: 1 });
      expect(await attempt(portal, userName, { password: temporaryPassword })).toMatchObject({
        status: 401,
        error: {
          code: 'INVALID_CREDENTIALS',
          message: 'Your temporary password has expired. Contact your administrator to reset your password.',
        },
      });
      expect(await attempt(portal, userName, { password: 'wrong' })).toMatchObject({
        error: { message: 'Invalid username or password' },
      });
    });

    it('allows signing out before the change', async () => {
      const { userName, temporaryPassword } = await reset();
      const { token } = await portal.succeed(login, {
        body: { username: userName, password: temporaryPassword },
      });
      expect((await portal.call(logout, {}, { token })).status).toBe(204);
      expect((await change({ token }, NEW, temporaryPassword)).status).toBe(401);
    });
  });

  it('fails if the password is reset while the current password is being checked', async () => {
    const user = await signedInAs(portal);
    const hold = await portal.owner.connect();
    try {
      await hold.query('begin');
      await hold.query("update users set password_hash = 'reset by an administrator' where id = $1", [
        user.id,
      ]);
      const running = change(user, NEW);
      await lockAwaited(portal);
      await hold.query('commit');
      expect((await running).status).toBe(401);
    } finally {
      hold.release();
    }
  });
});
