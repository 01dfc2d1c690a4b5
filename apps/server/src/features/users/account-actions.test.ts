import { login, permissions } from '@portal/contract/session';
import {
  userDeactivate,
  userGet,
  userList,
  userResetPassword,
  userTwoFactorOff,
  userUnlock,
  userUpdate,
} from '@portal/contract/users';
import { timecardGet } from '@portal/contract/timecards';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makeTimecard, makeUser, signIn, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, portalForTest, type TestPortal } from '#test/harness.ts';
import { TEST_PASSWORD } from '#test/settings.ts';
import { roleIds } from './test/new-user.ts';

const REASON = 'Lost the phone and the codes';
const ABSENT = '00000000-0000-7000-8000-000000000000';

describe('deactivating, resetting and unlocking users', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let superAdmin: SignedInUser;
  let staff: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    superAdmin = await signedInAs(portal, 'SuperAdmin');
    staff = await signedInAs(portal, 'Staff');
  });
  afterAll(() => portal.close());

  const tryToSignIn = (username: string, password = TEST_PASSWORD, ip = '127.0.0.1') =>
    portal.call(login, { body: { username, password } }, { ip });

  const turnOff = (id: string, caller: SignedInUser, reason = REASON) =>
    portal.call(userTwoFactorOff, { params: { id }, body: { reason } }, caller);

  describe('200', () => {
    it('deactivates a user, ends all sessions and keeps the record', async () => {
      const user = await signedInAs(portal, 'Staff');
      const second = await signIn(portal, user.userName);
      const gone = await portal.succeed(userDeactivate, { params: { id: user.id } }, admin);
      expect(gone).toMatchObject({ id: user.id, isActive: false, version: 2 });
      for (const token of [user.token, second])
        expect(await portal.call(permissions, {}, { token })).toMatchObject({
          status: 401,
          error: { code: 'SESSION_EXPIRED' },
        });
      expect(await tryToSignIn(user.userName)).toMatchObject({
        status: 401,
        error: { message: 'Invalid username or password' },
      });
      const listed = await portal.succeed(userList, { query: { search: user.userName } }, admin);
      expect(listed.users).toEqual([]);
      expect(await auditOf(portal, 'User', user.id)).toContainEqual(
        expect.objectContaining({
          action: 'Deleted',
          old_values: { isActive: true },
          new_values: { isActive: false },
        }),
      );
    });

    it.each(['DELETE /user/{id}', 'PUT /user/{id} with Inactive'])(
      'closes the timecard of a clocked-in user on %s, and returns it',
      async (call) => {
        const user = await signedInAs(portal, 'Staff');
        const clockIn = new Date(portal.clock.now().getTime() - 3 * 3_600_000);
        const lunchStart = new Date(portal.clock.now().getTime() - 600_000);
        const cardId = await makeTimecard(portal, user.id, clockIn);
        await portal.owner.query('update timecards set lunch_start_at = $2 where id = $1', [
          cardId,
          lunchStart,
        ]);
        const params = { id: user.id };
        const before = await portal.succeed(userGet, { params }, admin);
        if (!('email' in before)) throw new Error('only a part of the user was given');
        expect(before.clockedInSince).toBe(clockIn.toISOString());
        const { email, firstName, lastName, title } = before;
        const { Staff } = await roleIds(portal);
        const body = { email, firstName, lastName, title, isActive: false, roleIds: [Staff] };
        const gone = call.startsWith('DELETE')
          ? await portal.succeed(userDeactivate, { params }, admin)
          : await portal.succeed(userUpdate, { params, body }, admin);
        const now = portal.clock.now().toISOString();
        expect(gone).toMatchObject({
          isActive: false,
          clockedInSince: null,
          closedTimecard: { clockInTime: clockIn.toISOString(), clockOutTime: now },
        });
        const closed = { clockOutTime: now, lunchEndTime: now };
        const card = await portal.succeed(timecardGet, { params: { id: cardId } }, admin);
        expect(card).toMatchObject({
          ...closed,
          isComplete: true,
          isCorrected: true,
          corrections: [{ action: 'Closed', reason: 'deactivated', by: { id: admin.id }, newValues: closed }],
        });
        expect(await auditOf(portal, 'Timecard', cardId)).toMatchObject([
          {
            action: 'Updated',
            user_id: admin.id,
            reason: 'deactivated',
            old_values: { clockOutTime: null, lunchEndTime: null },
            new_values: closed,
          },
        ]);
      },
    );

    it('keeps an overlong timecard unconfirmed when deactivation closes it', async () => {
      const user = await makeUser(portal);
      const clockIn = new Date(portal.clock.now().getTime() - 40 * 3_600_000);
      const id = await makeTimecard(portal, user.id, clockIn);
      await portal.succeed(userDeactivate, { params: { id: user.id } }, admin);
      expect(await portal.succeed(timecardGet, { params: { id } }, admin)).toMatchObject({
        isUnconfirmed: true,
        totalHours: 16 * 3600,
      });
    });

    it('closes nothing when deactivating a user who is not clocked in', async () => {
      const user = await makeUser(portal);
      const gone = await portal.succeed(userDeactivate, { params: { id: user.id } }, admin);
      expect(gone.closedTimecard).toBeNull();
    });

    it('resets to a temporary password, ends the sessions and keeps two-factor authentication on', async () => {
      const user = await signedInAs(portal, 'Staff');
      await portal.deps.db
        .updateTable('users')
        .set({ totp_enabled: true })
        .where('id', '=', user.id)
        .execute();
      const { temporaryPassword } = await portal.succeed(
        userResetPassword,
        { params: { id: user.id } },
        admin,
      );
      expect(temporaryPassword).toHaveLength(16);
      expect((await portal.call(permissions, {}, user)).status).toBe(401);
      expect(await portal.succeed(userGet, { params: { id: user.id } }, admin)).toMatchObject({
        mustChangePassword: true,
        secondFactorEnabled: true,
      });
      await portal.deps.db
        .updateTable('users')
        .set({ totp_enabled: false })
        .where('id', '=', user.id)
        .execute();
      expect((await tryToSignIn(user.userName)).status).toBe(401);
      expect((await tryToSignIn(user.userName, temporaryPassword)).status).toBe(200);
      const entry = (await auditOf(portal, 'User', user.id)).find(({ action }) => action === 'Updated');
      expect(entry).toMatchObject({ user_id: admin.id, new_values: { password: 'reset' } });
      expect(portal.logged()).not.toContain(temporaryPassword);
    });

    it('lets a SuperAdmin turn off lost two-factor authentication; the user signs in and must choose a new password', async () => {
      const user = await signedInAs(portal, 'ProviderPhysician');
      await portal.deps.db
        .updateTable('users')
        .set({ totp_enabled: true, totp_secret: Buffer.from('x'), recovery_code_hashes: ['x'] })
        .where('id', '=', user.id)
        .execute();
      expect(await turnOff(user.id, superAdmin)).toMatchObject({
        status: 200,
        body: { secondFactorEnabled: false, mustChangePassword: true },
      });
      expect((await portal.call(permissions, {}, user)).status).toBe(401);
      expect(
        await portal.deps.db
          .selectFrom('users')
          .select(['totp_secret', 'totp_last_step', 'recovery_code_hashes'])
          .where('id', '=', user.id)
          .executeTakeFirst(),
      ).toEqual({ totp_secret: null, totp_last_step: null, recovery_code_hashes: [] });
      const signedIn = await tryToSignIn(user.userName);
      expect(signedIn).toMatchObject({ status: 200, body: { user: { mustChangePassword: true } } });
      expect(
        (await auditOf(portal, 'User', user.id)).find(({ action }) => action === 'Updated'),
      ).toMatchObject({
        user_id: superAdmin.id,
        reason: REASON,
        old_values: { secondFactor: 'on' },
        new_values: { secondFactor: 'off' },
      });
    });

    it('expires a temporary password after 72 hours', async () => {
      const own = await portalForTest();
      const boss = await signedInAs(own, 'Admin');
      const user = await makeUser(own);
      const { temporaryPassword } = await own.succeed(userResetPassword, { params: { id: user.id } }, boss);
      own.clock.advance({ hours: 72 });
      expect(
        await own.call(login, { body: { username: user.userName, password: temporaryPassword } }),
      ).toMatchObject({ status: 401, error: { message: expect.stringContaining('has expired') } });
    });

    it('lets an Admin clear the sign-in delay for every address', async () => {
      const user = await makeUser(portal);
      const elsewhere = '203.0.113.7';
      for (let attempt = 0; attempt < 5; attempt += 1) await tryToSignIn(user.userName, 'wrong', elsewhere);
      expect((await tryToSignIn(user.userName, TEST_PASSWORD, elsewhere)).status).toBe(429);
      const read = () => portal.succeed(userGet, { params: { id: user.id } }, admin);
      expect(await read()).toMatchObject({ isSlowedDown: true });
      const unlocked = await portal.succeed(userUnlock, { params: { id: user.id } }, admin);
      expect(unlocked.isSlowedDown).toBe(false);
      expect((await tryToSignIn(user.userName, TEST_PASSWORD, elsewhere)).status).toBe(200);
      expect((await auditOf(portal, 'User', user.id)).map(({ new_values: values }) => values)).toContainEqual(
        {
          signIn: 'unlocked',
        },
      );
    });

    it('lets a SuperAdmin deactivate and reset another one', async () => {
      const other = await makeUser(portal, { roles: ['SuperAdmin'] });
      const params = { id: other.id };
      expect((await portal.call(userResetPassword, { params }, superAdmin)).status).toBe(200);
      expect((await portal.call(userDeactivate, { params }, superAdmin)).status).toBe(200);
    });
  });

  describe('401, 403 and 404', () => {
    it('requires role Admin', async () => {
      const params = { id: admin.id };
      for (const endpoint of [userDeactivate, userResetPassword, userUnlock]) {
        expect((await portal.call(endpoint, { params })).status).toBe(401);
        expect((await portal.call(endpoint, { params }, staff)).status).toBe(403);
        expect((await portal.call(endpoint, { params: { id: ABSENT } }, admin)).status).toBe(404);
      }
    });

    it('does not let an Admin deactivate, reset or unlock a SuperAdmin, and audits the attempt', async () => {
      const params = { id: superAdmin.id };
      for (const endpoint of [userDeactivate, userResetPassword, userUnlock])
        expect(await portal.call(endpoint, { params }, admin)).toMatchObject({
          status: 403,
          error: { message: 'Only a SuperAdmin can change a SuperAdmin.' },
        });
      expect((await portal.call(permissions, {}, superAdmin)).status).toBe(200);
      const refused = (await auditOf(portal, 'System', null)).filter(({ user_id: by }) => by === admin.id);
      expect(refused.map(({ new_values: values }) => values)).toContainEqual({ request: 'DELETE /user/:id' });
    });
  });

  describe('turning off two-factor authentication', () => {
    it('is allowed only to SuperAdmins, only for other users, and only when it is on', async () => {
      const { id } = await makeUser(portal);
      expect((await portal.call(userTwoFactorOff, { params: { id }, body: { reason: REASON } })).status).toBe(
        401,
      );
      expect((await turnOff(id, admin)).status).toBe(403);
      expect((await turnOff(ABSENT, superAdmin)).status).toBe(404);
      expect(await turnOff(id, superAdmin)).toMatchObject({
        status: 409,
        error: { message: 'Two-factor authentication is not turned on for this user.' },
      });
      expect(await turnOff(superAdmin.id, superAdmin)).toMatchObject({
        status: 409,
        error: { message: expect.stringContaining('in your profile') },
      });
      expect((await turnOff(id, superAdmin, 'Lost')).status).toBe(400);
    });

    it('succeeds for one of two concurrent requests; the other gets 409', async () => {
      const { id } = await makeUser(portal);
      await portal.deps.db.updateTable('users').set({ totp_enabled: true }).where('id', '=', id).execute();
      const answers = await Promise.all([turnOff(id, superAdmin), turnOff(id, superAdmin)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const entries = (await auditOf(portal, 'User', id)).filter(({ reason }) => reason === REASON);
      expect(entries).toHaveLength(1);
    });
  });

  describe('409', () => {
    it('does not let users deactivate themselves or reset their own password', async () => {
      for (const caller of [admin, superAdmin])
        for (const endpoint of [userDeactivate, userResetPassword])
          expect((await portal.call(endpoint, { params: { id: caller.id } }, caller)).status).toBe(409);
    });

    it('refuses to deactivate an inactive user', async () => {
      const { id } = await makeUser(portal, { isActive: false });
      expect(await portal.call(userDeactivate, { params: { id } }, admin)).toMatchObject({
        status: 409,
        error: { message: 'This user is already inactive.' },
      });
    });
  });

  describe('concurrent changes', () => {
    it('keep one of two SuperAdmins who deactivate each other', async () => {
      const own = await portalForTest();
      for (let round = 0; round < 5; round += 1) {
        const [a, b] = await twoSuperAdmins(own);
        const answers = await Promise.all([
          own.call(userDeactivate, { params: { id: b.id } }, a),
          own.call(userDeactivate, { params: { id: a.id } }, b),
        ]);
        expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
        expect(await activeSuperAdmins(own)).toHaveLength(1);
      }
    });

    it('keep one of two SuperAdmins who demote each other', async () => {
      const own = await portalForTest();
      const ids = await roleIds(own);
      for (let round = 0; round < 5; round += 1) {
        const [a, b] = await twoSuperAdmins(own);
        const demote = async (caller: SignedInUser, target: SignedInUser) => {
          const body = {
            email: `${target.userName}@practice.example`,
            firstName: 'Demoted',
            lastName: 'Colleague',
            title: null,
            isActive: true,
            roleIds: [ids.Staff],
          };
          return own.call(userUpdate, { params: { id: target.id }, body }, caller);
        };
        const answers = await Promise.all([demote(a, b), demote(b, a)]);
        expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
        expect(answers.find(({ ok }) => !ok)?.status).toBe(403);
        expect(await activeSuperAdmins(own)).toHaveLength(1);
      }
    });

    it('keep at least one of three SuperAdmins who remove each other in a circle, without a deadlock', async () => {
      const own = await portalForTest();
      for (let round = 0; round < 3; round += 1) {
        const [a, b] = await twoSuperAdmins(own);
        const c = await signedInAs(own, 'SuperAdmin');
        const answers = await Promise.all(
          [
            [a, b],
            [b, c],
            [c, a],
          ].map(([caller, target]) => own.call(userDeactivate, { params: { id: target?.id ?? '' } }, caller)),
        );
        // 401 if the caller's session was ended before their own call.
        for (const { status } of answers) expect([200, 401, 403, 409]).toContain(status);
        expect((await activeSuperAdmins(own)).length).toBeGreaterThan(0);
      }
    });
  });
});

/** Leaves the practice with exactly two SuperAdmins. */
async function twoSuperAdmins(portal: TestPortal): Promise<[SignedInUser, SignedInUser]> {
  const others = await activeSuperAdmins(portal);
  const pair: [SignedInUser, SignedInUser] = [
    await signedInAs(portal, 'SuperAdmin'),
    await signedInAs(portal, 'SuperAdmin'),
  ];
  if (others.length > 0)
    await portal.deps.db.updateTable('users').set({ is_active: false }).where('id', 'in', others).execute();
  return pair;
}

async function activeSuperAdmins(portal: TestPortal): Promise<string[]> {
  const rows = await portal.deps.db
    .selectFrom('users as u')
    .innerJoin('user_roles as ur', 'ur.user_id', 'u.id')
    .innerJoin('roles as r', 'r.id', 'ur.role_id')
    .select('u.id')
    .where('r.name', '=', 'SuperAdmin')
    .where('u.is_active', '=', true)
    .execute();
  return rows.map(({ id }) => id);
}
