import {
  twoFactorLackingList,
  twoFactorPolicyGet,
  twoFactorPolicyUpdate,
} from '@portal/contract/required-two-factor';
import { patientList } from '@portal/contract/patients';
import { disableTwoFactor, enableTwoFactor, login, me, startTwoFactor } from '@portal/contract/session';
import { userGet, userProfile, userTwoFactorOff, userUpdate } from '@portal/contract/users';
import { ROLE_NAMES, type RoleName } from '@portal/domain/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { TEST_PASSWORD } from '#test/settings.ts';
import { appCode } from '../session/test/sign-ins.ts';
import { ABSENT, readIds, REASON } from './test/stored-permissions.ts';

const DAY_MS = 86_400_000;

describe('required two-factor authentication', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let ids: Awaited<ReturnType<typeof readIds>>;
  beforeAll(async () => {
    portal = await openTestPortal();
    ids = await readIds(portal);
  });
  afterAll(() => portal.close());
  beforeEach(async () => {
    admin = await signedInAs(portal, 'SuperAdmin');
    await portal.owner.query('update roles set two_factor_required_since = null');
    await portal.owner.query('update two_factor_policy set grace_days = 14');
  });

  const policy = () => portal.succeed(twoFactorPolicyGet, {}, admin);
  async function change(roles: readonly RoleName[], graceDays: number, user = admin) {
    const { version } = await policy();
    const requiredRoleIds = roles.map((name) => ids.role(name));
    return portal.call(
      twoFactorPolicyUpdate,
      { body: { requiredRoleIds, graceDays, reason: REASON, version } },
      user,
    );
  }
  async function require(roles: readonly RoleName[], graceDays: number): Promise<void> {
    expect(await change(roles, graceDays)).toMatchObject({ status: 200 });
  }
  const send = (values: object) =>
    portal.raw({
      method: 'PUT',
      url: '/api/permissions/two-factor',
      token: admin.token,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(values),
    });
  const list = (search = '') => portal.succeed(twoFactorLackingList, { query: { search } }, admin);
  const read = (user: SignedInUser) => portal.call(patientList, { query: {} }, user);
  const blocked = { status: 403, error: { code: 'TWO_FACTOR_SETUP_REQUIRED' } };
  const dueOf = async (user: SignedInUser) => {
    const { twoFactorDueAt } = (await portal.succeed(me, {}, user)).user;
    return twoFactorDueAt === null ? null : new Date(twoFactorDueAt).getTime();
  };
  /** Moves the clock past the end of all sessions; the administrator signs in again. */
  async function pass(minutes: number): Promise<void> {
    portal.clock.advance({ minutes });
    admin = await signInAgain(admin);
  }
  const inDays = (days: number) => portal.clock.now().getTime() + days * DAY_MS;

  /** Turns on 2FA and returns the secret. */
  async function setUp(user: SignedInUser): Promise<string> {
    const { secret } = await portal.succeed(startTwoFactor, { body: { password: TEST_PASSWORD } }, user);
    await portal.succeed(enableTwoFactor, { body: { code: appCode(portal, secret) } }, user);
    portal.clock.advance({ seconds: 30 });
    return secret;
  }
  const disable = (user: SignedInUser, secret: string) =>
    portal.call(disableTwoFactor, { body: { password: TEST_PASSWORD, code: appCode(portal, secret) } }, user);
  async function signInAgain(user: SignedInUser, code?: string): Promise<SignedInUser> {
    const body = {
      username: user.userName,
      password: TEST_PASSWORD,
      ...(code === undefined ? {} : { code }),
    };
    return { ...user, token: (await portal.succeed(login, { body })).token };
  }
  async function changeRoles(user: SignedInUser, ...roles: RoleName[]): Promise<void> {
    const record = await portal.succeed(userGet, { params: { id: user.id } }, admin);
    if (!('email' in record)) throw new Error('not the full record');
    const { email, firstName, lastName, title } = record;
    const roleIds = roles.map((name) => ids.role(name));
    const body = { email, firstName, lastName, title, isActive: true, roleIds };
    await portal.succeed(userUpdate, { params: { id: user.id }, body }, admin);
  }

  describe('the requirement', () => {
    it('is off for all roles in a new practice', async () => {
      const { roles, graceDays } = await policy();
      expect(graceDays).toBe(14);
      expect(roles.map(({ roleName }) => roleName)).toEqual(ROLE_NAMES);
      expect(roles.every(({ requiredSince }) => requiredSince === null)).toBe(true);
    });

    it('is changed and audited together; roles that were required before keep their time', async () => {
      await require(['Staff'], 7);
      const first = portal.clock.now().toISOString();
      portal.clock.advance({ minutes: 1 });
      const answer = await change(['Admin', 'Staff'], 7);
      expect(answer.status).toBe(200);
      const { roles } = await policy();
      expect(roles.find(({ roleName }) => roleName === 'Staff')?.requiredSince).toBe(first);
      expect(roles.find(({ roleName }) => roleName === 'Admin')?.requiredSince).toBe(
        portal.clock.now().toISOString(),
      );
      expect((await auditOf(portal, 'Permission', null)).at(-1)).toMatchObject({
        action: 'PermissionChanged',
        user_id: admin.id,
        reason: REASON,
        old_values: { twoFactorRequiredFor: ['Staff'], graceDays: 7 },
        new_values: { twoFactorRequiredFor: ['Admin', 'Staff'], graceDays: 7 },
      });
    });

    it('is changed by one of forty at once; the others see that they are stale', async () => {
      const { version } = await policy();
      const before = (await auditOf(portal, 'Permission', null)).length;
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          portal.call(
            twoFactorPolicyUpdate,
            {
              body: {
                requiredRoleIds: [ids.role('Staff')],
                graceDays: index,
                reason: REASON,
                version,
              },
            },
            admin,
          ),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(39);
      expect((await policy()).version).toBe(version + 1);
      expect(await auditOf(portal, 'Permission', null)).toHaveLength(before + 1);
    });

    it('is not changed by a stale version, without a version, or if nothing would change', async () => {
      const { version } = await policy();
      const body = { requiredRoleIds: [], graceDays: 3, reason: REASON };
      expect(await send({ ...body, version: version + 1 })).toMatchObject({
        status: 409,
        body: { code: 'STALE', current: { version } },
      });
      expect((await send(body)).status).toBe(400);
      expect(await change([], 14)).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
      expect(await policy()).toMatchObject({ version, graceDays: 14 });
    });

    it.each([
      ['graceDays', -1],
      ['graceDays', 91],
      ['graceDays', 1.5],
      ['graceDays', '7'],
      ['graceDays', null],
      ['graceDays', 1e30],
      ['requiredRoleIds', [ABSENT]],
      ['requiredRoleIds', ['Staff']],
      ['requiredRoleIds', 'Staff'],
      ['requiredRoleIds', null],
      ['reason', 'short'],
      ['reason', `ten letters\0`],
      ['version', 0],
      ['isRequired', true],
    ])('refuses %s %j', async (field, value) => {
      const { version } = await policy();
      const body = { requiredRoleIds: [ids.role('Staff')], graceDays: 7, reason: REASON, version };
      const answer = await send({ ...body, [field]: value });
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
      expect((await policy()).version).toBe(version);
    });

    it('is refused to an administrator who has lost the role', async () => {
      const other = await signedInAs(portal, 'SuperAdmin');
      await portal.owner.query('delete from user_roles where user_id = $1', [other.id]);
      expect(await change(['Staff'], 7, other)).toMatchObject({
        status: 403,
        error: { code: 'FORBIDDEN' },
      });
    });
  });

  describe('a user without 2FA', () => {
    it('may work until the deadline, and then only set up 2FA, from the next request on', async () => {
      const user = await signedInAs(portal, 'Staff');
      expect(await dueOf(user)).toBeNull();
      await require(['Staff'], 1);
      const due = inDays(1);
      expect(await dueOf(user)).toBe(due);
      expect((await read(user)).status).toBe(200);
      portal.clock.advance({ minutes: 24 * 60 - 1 });
      const again = await signInAgain(user);
      expect((await read(again)).status).toBe(200);
      portal.clock.advance({ minutes: 1 });
      expect(await read(again)).toMatchObject(blocked);
      expect((await portal.succeed(me, {}, again)).user).toMatchObject({ mustSetUpTwoFactor: true });
      const secret = await setUp(again);
      expect((await read(again)).status).toBe(200);
      expect(await dueOf(again)).toBeNull();
      expect((await read(await signInAgain(user, appCode(portal, secret)))).status).toBe(200);
    });

    it('is blocked at once without grace, and free at once when the requirement ends', async () => {
      const user = await signedInAs(portal, 'Staff');
      expect((await read(user)).status).toBe(200);
      await require(['Staff'], 0);
      expect(await read(user)).toMatchObject(blocked);
      const signedIn = await portal.call(login, {
        body: { username: user.userName, password: TEST_PASSWORD },
      });
      expect(signedIn).toMatchObject({ status: 200, body: { user: { mustSetUpTwoFactor: true } } });
      await require([], 0);
      expect((await read(user)).status).toBe(200);
    });

    it('is not affected by a requirement for another role', async () => {
      const user = await signedInAs(portal, 'Staff');
      await require(['ProviderPhysician'], 0);
      expect((await read(user)).status).toBe(200);
      expect(await dueOf(user)).toBeNull();
    });

    it('gets a full grace period when the role is given later, and the earliest of several roles counts', async () => {
      const user = await signedInAs(portal, 'Staff');
      await require(['Admin'], 10);
      await pass(60 * 24 * 30);
      await changeRoles(user, 'Staff', 'Admin');
      const due = inDays(10);
      const again = await signInAgain(user);
      expect(await dueOf(again)).toBe(due);
      portal.clock.advance({ minutes: 5 });
      await require(['Admin', 'Staff'], 10);
      expect(await dueOf(again)).toBe(due);
      await changeRoles(user, 'Staff');
      expect(await dueOf(again)).toBe(inDays(10));
    });

    it('cannot prolong the grace period by signing in again or by starting a setup', async () => {
      const user = await signedInAs(portal, 'Staff');
      await require(['Staff'], 5);
      const due = inDays(5);
      portal.clock.advance({ minutes: 60 });
      const again = await signInAgain(user);
      await portal.succeed(startTwoFactor, { body: { password: TEST_PASSWORD } }, again);
      expect(await dueOf(again)).toBe(due);
    });

    it('may set it up again after the deadline even as the only SuperAdmin', async () => {
      await require(['SuperAdmin'], 0);
      expect(await portal.call(twoFactorPolicyGet, {}, admin)).toMatchObject(blocked);
      await setUp(admin);
      expect((await policy()).roles[0]).toMatchObject({ roleName: 'SuperAdmin' });
    });
  });

  describe('turning off 2FA', () => {
    it('is refused to users who must use it', async () => {
      const user = await signedInAs(portal, 'Staff');
      const secret = await setUp(user);
      await require(['Staff'], 5);
      expect(await portal.succeed(userProfile, {}, user)).toMatchObject({ twoFactorRequired: true });
      expect(await disable(user, secret)).toMatchObject({
        status: 409,
        error: { message: 'Two-factor authentication is required for your role and cannot be turned off.' },
      });
      await require([], 5);
      expect((await disable(user, secret)).status).toBe(204);
    });

    it('by a SuperAdmin begins a new grace period', async () => {
      const user = await signedInAs(portal, 'Staff');
      await setUp(user);
      await require(['Staff'], 5);
      await pass(60 * 24 * 30);
      await portal.succeed(userTwoFactorOff, { params: { id: user.id }, body: { reason: REASON } }, admin);
      const due = inDays(5);
      const body = { username: user.userName, password: TEST_PASSWORD };
      expect((await portal.succeed(login, { body })).user).toMatchObject({
        mustChangePassword: true,
        twoFactorDueAt: new Date(due).toISOString(),
      });
    });

    it('comes before or after a requirement that is set at the same time', async () => {
      const user = await signedInAs(portal, 'Staff');
      const secret = await setUp(user);
      const [off, on] = await Promise.all([disable(user, secret), change(['Staff'], 5)]);
      expect(on.status).toBe(200);
      const { user: after } = await portal.succeed(me, {}, user);
      // Either it was turned off before, and is due now, or it is still on.
      expect(after.twoFactorDueAt !== null).toBe(off.status === 204);
    });
  });

  describe('the list of users who lack it', () => {
    it('names active users without 2FA whose role requires it, with the deadline', async () => {
      const lacking = await signedInAs(portal, 'MedicalAssistant', 'Staff');
      const other = await signedInAs(portal, 'Staff');
      const protectedUser = await signedInAs(portal, 'MedicalAssistant');
      await setUp(protectedUser);
      await portal.owner.query(
        `insert into user_roles (user_id, role_id, assigned_at)
         select u.id, $1, $2 from users u where u.id = $3`,
        [ids.role('ProviderMidLevel'), portal.clock.now(), other.id],
      );
      await portal.owner.query('update users set is_active = false where id = $1', [other.id]);
      await require(['MedicalAssistant', 'ProviderMidLevel'], 2);
      expect(await list()).toEqual({
        totalCount: 1,
        users: [
          {
            id: lacking.id,
            userName: lacking.userName,
            firstName: 'Test',
            lastName: lacking.name.split(' ')[1],
            title: null,
            roles: ['MedicalAssistant', 'Staff'],
            requiredSince: portal.clock.now().toISOString(),
            dueAt: new Date(inDays(2)).toISOString(),
            isOverdue: false,
          },
        ],
      });
      expect((await list('staff')).totalCount).toBe(1);
      expect((await list('%_\\')).totalCount).toBe(0);
      const { roles } = await policy();
      expect(roles.find(({ roleName }) => roleName === 'MedicalAssistant')).toMatchObject({
        userCount: 2,
        lackingCount: 1,
      });
      expect(roles.find(({ roleName }) => roleName === 'ProviderMidLevel')).toMatchObject({
        userCount: 0,
        lackingCount: 0,
      });
    });
  });
});
