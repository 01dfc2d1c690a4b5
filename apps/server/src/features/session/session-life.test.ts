import { dashboardStats, recentActivity } from '@portal/contract/dashboard';
import {
  endSession,
  heartbeat,
  liveTicket,
  logout,
  me,
  permissions,
  sessions,
} from '@portal/contract/session';
import { practice } from '@portal/contract/system';
import { userDeactivate, userResetPassword, userUpdate } from '@portal/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makeUser, signedInAs, signIn, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';

describe('session lifetime', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  afterAll(() => portal.close());

  const status = async (user: SignedInUser) => (await portal.call(practice, {}, user)).status;
  const inMinutes = (minutes: number) =>
    new Date(portal.clock.now().getTime() + minutes * 60_000).toISOString();

  describe('idle timeout of 15 minutes', () => {
    it('ends the session, to the millisecond', async () => {
      const user = await signedInAs(portal);
      portal.clock.advance({ minutes: 14, seconds: 59, ms: 999 });
      expect((await portal.call(me, {}, user)).status).toBe(200);
      portal.clock.advance({ ms: 1 });
      expect(await portal.call(me, {}, user)).toMatchObject({
        status: 401,
        error: { code: 'SESSION_EXPIRED' },
      });
    });

    it('restarts with every call', async () => {
      const user = await signedInAs(portal);
      for (let count = 0; count < 6; count += 1) {
        portal.clock.advance({ minutes: 14 });
        expect(await status(user)).toBe(200);
      }
    });

    it('is at most 15 minutes after the last of several quick calls', async () => {
      const user = await signedInAs(portal);
      for (let count = 0; count < 5; count += 1) {
        portal.clock.advance({ seconds: 7 });
        expect(await status(user)).toBe(200);
      }
      portal.clock.advance({ minutes: 15 });
      expect(await status(user)).toBe(401);
    });

    it('does not restart with background calls, which report the actual end', async () => {
      const user = await signedInAs(portal);
      const end = inMinutes(15);
      portal.clock.advance({ minutes: 14 });
      for (const endpoint of [me, permissions, dashboardStats, recentActivity, liveTicket])
        expect((await portal.call(endpoint, {}, user)).status).toBe(200);
      expect(await portal.succeed(me, {}, user)).toMatchObject({ idleExpiresAt: end });
      portal.clock.advance({ minutes: 1 });
      expect((await portal.call(me, {}, user)).status).toBe(401);
    });

    it('cannot be avoided by a header that claims a background call', async () => {
      const user = await signedInAs(portal);
      portal.clock.advance({ minutes: 14 });
      const read = { method: 'GET', url: '/api/practice', token: user.token };
      expect((await portal.raw({ ...read, headers: { 'x-background': 'true' } })).status).toBe(200);
      expect(await portal.succeed(me, {}, user)).toMatchObject({ idleExpiresAt: inMinutes(15) });
    });

    it('restarts with the heartbeat of a typing user, even right after a call', async () => {
      const user = await signedInAs(portal);
      portal.clock.advance({ minutes: 10 });
      expect(await status(user)).toBe(200);
      portal.clock.advance({ seconds: 5 });
      expect(await portal.succeed(heartbeat, {}, user)).toMatchObject({ idleExpiresAt: inMinutes(15) });
      portal.clock.advance({ minutes: 14, seconds: 59 });
      expect(await status(user)).toBe(200);
    });

    it('does not sign out a user who types for an hour', async () => {
      const user = await signedInAs(portal);
      for (let minute = 0; minute < 60; minute += 1) {
        portal.clock.advance({ minutes: 1 });
        expect((await portal.call(heartbeat, {}, user)).status).toBe(200);
      }
    });

    it('cannot be undone by a heartbeat', async () => {
      const user = await signedInAs(portal);
      portal.clock.advance({ minutes: 15 });
      expect((await portal.call(heartbeat, {}, user)).status).toBe(401);
      expect(await status(user)).toBe(401);
    });
  });

  it('ends after twelve hours, regardless of activity', async () => {
    const user = await signedInAs(portal);
    const end = inMinutes(12 * 60);
    for (let count = 0; count < 71; count += 1) {
      portal.clock.advance({ minutes: 10 });
      expect((await portal.call(heartbeat, {}, user)).status).toBe(200);
    }
    expect(await portal.succeed(me, {}, user)).toMatchObject({ expiresAt: end });
    portal.clock.advance({ minutes: 9, seconds: 59 });
    expect(await status(user)).toBe(200);
    portal.clock.advance({ seconds: 1 });
    expect(await status(user)).toBe(401);
  });

  describe('ends on the next request', () => {
    it('after sign-out, for this session only, and is audited', async () => {
      const user = await signedInAs(portal);
      const elsewhere = { ...user, token: await signIn(portal, user.userName) };
      expect((await portal.call(logout, {}, user)).status).toBe(204);
      expect(await status(user)).toBe(401);
      expect((await portal.call(logout, {}, user)).status).toBe(401);
      expect(await status(elsewhere)).toBe(200);
      const entries = await portal.deps.db
        .selectFrom('audit_log')
        .select(['action', 'session_id', 'entity_id'])
        .where('user_id', '=', user.id)
        .where('action', '=', 'Logout')
        .execute();
      expect(entries).toHaveLength(1);
      expect(entries[0]?.session_id).toBe(entries[0]?.entity_id);
    });

    it('after deactivation', async () => {
      const admin = await signedInAs(portal, 'Admin');
      const user = await signedInAs(portal);
      await portal.succeed(userDeactivate, { params: { id: user.id } }, admin);
      expect(await status(user)).toBe(401);
    });

    it('after a deactivation that sessions were not notified of', async () => {
      const user = await signedInAs(portal);
      await portal.owner.query('update users set is_active = false where id = $1', [user.id]);
      expect(await status(user)).toBe(401);
    });

    it('after a password reset', async () => {
      const admin = await signedInAs(portal, 'Admin');
      const user = await signedInAs(portal);
      await portal.succeed(userResetPassword, { params: { id: user.id } }, admin);
      expect(await status(user)).toBe(401);
    });

    it('after a role change', async () => {
      const admin = await signedInAs(portal, 'Admin');
      const user = await signedInAs(portal, 'Staff');
      const names = async () => (await portal.succeed(permissions, {}, user)).map(({ name }) => name);
      expect(await names()).not.toContain('Dictation.View');
      const role = await portal.deps.db
        .selectFrom('roles')
        .select('id')
        .where('name', '=', 'MedicalAssistant')
        .executeTakeFirstOrThrow();
      await portal.succeed(
        userUpdate,
        {
          params: { id: user.id },
          body: {
            email: `${user.userName}@practice.example`,
            firstName: 'A',
            lastName: 'B',
            title: null,
            isActive: true,
            roleIds: [role.id],
          },
        },
        admin,
      );
      expect(await names()).toContain('Dictation.View');
      expect(await portal.succeed(me, {}, user)).toMatchObject({ user: { roles: ['MedicalAssistant'] } });
    });
  });

  describe('the user’s sessions', () => {
    it('are listed with distinguishing details, latest activity first, without ended ones', async () => {
      const user = await signedInAs(portal);
      const gone = await signIn(portal, user.userName);
      await portal.succeed(logout, {}, { token: gone });
      portal.clock.advance({ minutes: 1 });
      const phone = await signIn(portal, user.userName, '2001:db8::5');
      const listed = await portal.succeed(sessions, {}, { token: phone });
      expect(listed).toMatchObject([
        { isCurrent: true, ipAddress: '2001:db8::5', createdAt: inMinutes(0) },
        { isCurrent: false, ipAddress: '127.0.0.1', createdAt: inMinutes(-1), lastActivityAt: inMinutes(-1) },
      ]);
      portal.clock.advance({ minutes: 14, seconds: 30 });
      expect(await portal.succeed(sessions, {}, { token: phone })).toHaveLength(1);
    });

    it('can be signed out, which is audited', async () => {
      const user = await signedInAs(portal);
      const phone = await signIn(portal, user.userName);
      const other = (await portal.succeed(sessions, {}, user)).find(({ isCurrent }) => !isCurrent);
      const id = other?.id ?? '';
      expect((await portal.call(endSession, { params: { id } }, user)).status).toBe(204);
      expect(await status({ ...user, token: phone })).toBe(401);
      expect(await status(user)).toBe(200);
      expect(await auditOf(portal, 'Session', id)).toMatchObject([{ action: 'Logout', user_id: user.id }]);
      expect((await portal.call(endSession, { params: { id } }, user)).status).toBe(404);
    });

    it('do not include other users’ sessions, which cannot be signed out', async () => {
      const user = await signedInAs(portal, 'SuperAdmin');
      const victim = await signedInAs(portal);
      const [theirs] = await portal.succeed(sessions, {}, victim);
      expect(await portal.call(endSession, { params: { id: theirs?.id ?? '' } }, user)).toMatchObject({
        status: 404,
        error: { code: 'NOT_FOUND' },
      });
      expect(await status(victim)).toBe(200);
      expect((await portal.call(endSession, { params: { id: ABSENT } }, user)).status).toBe(404);
    });
  });

  it('lists permissions as sorted objects with a name', async () => {
    const user = await signedInAs(portal, 'Staff');
    const answer = await portal.raw({ method: 'GET', url: '/api/auth/permissions', token: user.token });
    expect(answer.body).toEqual([
      { name: 'Document.Upload' },
      { name: 'Document.View' },
      { name: 'Message.Assign' },
      { name: 'Message.Create' },
      { name: 'Message.Edit' },
      { name: 'Message.View' },
      { name: 'Order.View' },
      { name: 'Patient.Create' },
      { name: 'Patient.Edit' },
      { name: 'Patient.View' },
      { name: 'Patient.ViewSsn' },
      { name: 'Timecard.View' },
    ]);
  });

  it('returns the session’s user at GET /auth/session', async () => {
    const { userName } = await makeUser(portal, { firstName: 'Ada', lastName: 'Byron' });
    const token = await signIn(portal, userName);
    expect(await portal.succeed(me, {}, { token })).toMatchObject({
      user: { username: userName, firstName: 'Ada', lastName: 'Byron', mustChangePassword: false },
      idleExpiresAt: inMinutes(15),
      expiresAt: inMinutes(12 * 60),
    });
  });
});
