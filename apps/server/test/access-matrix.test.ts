import { endpoints } from '@portal/contract';
import { login, logout, permissions } from '@portal/contract/session';
import { PERMISSION_NAMES, type PermissionName } from '@portal/domain/permissions';
import { ROLE_NAMES, type RoleName } from '@portal/domain/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alsoNeeded, keyOf, permissionsOf, send, urlOf, verdict } from './access-calls.ts';
import { ACCESS, BEFORE_PASSWORD_CHANGE, BEFORE_TWO_FACTOR, HOLDERS, type Who } from './access-table.ts';
import { BACKGROUND } from './background-calls.ts';
import {
  makeUser,
  overridePermission,
  signedInAs,
  signIn,
  type SignedInUser,
  type TestUser,
} from './factories.ts';
import { openTestPortal, type TestPortal } from './harness.ts';
import { TEST_PASSWORD } from './settings.ts';

const LOGOUT = keyOf(logout);
/** Call logout last, because it ends the callers’ sessions. */
const calls = endpoints.map(keyOf).toSorted((a, b) => Number(a === LOGOUT) - Number(b === LOGOUT));
const permissionCalls = calls.filter((key) => permissionsOf(ACCESS[key]).length > 0);

/** A user with a permission override. */
interface Probe {
  readonly role: RoleName;
  readonly isGranted: boolean;
  /** Minutes from now, or null for no expiration. Zero means that it expires now, which counts as expired. */
  readonly expiresIn: number | null;
  /** The result of the override; "the role decides" when it has no effect. */
  readonly expected: 'allowed' | 'FORBIDDEN' | 'the role decides';
}
const PROBES: readonly Probe[] = [
  { role: 'Staff', isGranted: true, expiresIn: null, expected: 'allowed' },
  { role: 'Staff', isGranted: true, expiresIn: 1, expected: 'allowed' },
  { role: 'Staff', isGranted: true, expiresIn: 0, expected: 'the role decides' },
  { role: 'Staff', isGranted: false, expiresIn: null, expected: 'FORBIDDEN' },
  { role: 'Admin', isGranted: false, expiresIn: null, expected: 'FORBIDDEN' },
  { role: 'Admin', isGranted: false, expiresIn: -1, expected: 'the role decides' },
  { role: 'SuperAdmin', isGranted: false, expiresIn: 1, expected: 'FORBIDDEN' },
  { role: 'SuperAdmin', isGranted: false, expiresIn: 0, expected: 'the role decides' },
];

describe('access to every endpoint', () => {
  let portal: TestPortal;
  const byRole = new Map<RoleName, SignedInUser>();
  const probes = new Map<Probe, SignedInUser>();
  let newcomer: TestUser;
  let pending: string;
  let ended: string;

  beforeAll(async () => {
    portal = await openTestPortal();
    for (const role of ROLE_NAMES) byRole.set(role, await signedInAs(portal, role));
    for (const probe of PROBES) probes.set(probe, await signedInAs(portal, probe.role));
    newcomer = await makeUser(portal, { roles: ['SuperAdmin'], mustChangePassword: true });
    pending = await signIn(portal, newcomer.userName);
    ended = (await signedInAs(portal, 'SuperAdmin')).token;
    await portal.succeed(logout, {}, { token: ended });
  });
  afterAll(() => portal.close());

  it('is listed in the table for every endpoint of the contract, and no other', () => {
    expect(Object.keys(ACCESS).toSorted()).toEqual(calls.toSorted());
  });

  it('is granted by default permissions in a new installation', async () => {
    for (const [role, user] of byRole) {
      const names = await portal.succeed(permissions, {}, user);
      expect(names.map(({ name }) => name).toSorted()).toEqual(
        PERMISSION_NAMES.filter((name) => HOLDERS[name].includes(role)).toSorted(),
      );
    }
  });

  describe.each(calls)('%s', (key) => {
    const who = ACCESS[key] ?? 'public';

    it('rejects anonymous and signed-out callers', async () => {
      const [anonymous, signedOut] = await Promise.all([call(key, undefined), call(key, ended)]);
      expect([verdict(anonymous), verdict(signedOut)]).toEqual(
        who === 'public' ? ['allowed', 'allowed'] : ['UNAUTHENTICATED', 'SESSION_EXPIRED'],
      );
    });

    it('allows only the listed endpoints before a temporary password is changed', async () => {
      const token = key === LOGOUT ? await signIn(portal, newcomer.userName) : pending;
      const open = who === 'public' || BEFORE_PASSWORD_CHANGE.includes(key);
      expect(verdict(await call(key, token))).toBe(open ? 'allowed' : 'PASSWORD_CHANGE_REQUIRED');
    });

    it.each(ROLE_NAMES)('as %s', async (role) => {
      const answer = await call(key, byRole.get(role)?.token);
      expect(verdict(answer)).toBe(passes(who, role) ? 'allowed' : 'FORBIDDEN');
    });
  });

  describe.each(permissionCalls)('%s with an override', (key) => {
    const who = ACCESS[key] ?? 'public';
    beforeAll(() => override(permissionsOf(who)));

    it.each(PROBES)('$role, granted $isGranted, expires in $expiresIn min: $expected', async (probe) => {
      const answer = await call(key, probes.get(probe)?.token);
      const byItsRole = passes(who, probe.role) ? 'allowed' : 'FORBIDDEN';
      expect(verdict(answer)).toBe(probe.expected === 'the role decides' ? byItsRole : probe.expected);
    });
  });

  describe.each(calls.filter((key) => alsoNeeded(ACCESS[key]).length > 0))('%s', (key) => {
    it.each(alsoNeeded(ACCESS[key]))('is refused without %s, to SuperAdmins too', async (name) => {
      for (const role of ['Admin', 'SuperAdmin', 'ProviderPhysician'] as const) {
        const user = await signedInAs(portal, role);
        await overridePermission(portal, user.id, name, false);
        expect(verdict(await call(key, user.token))).toBe('FORBIDDEN');
      }
    });
  });

  it('is granted by any one of several permissions', async () => {
    const user = await signedInAs(portal, 'Staff');
    await overridePermission(portal, user.id, 'Patient.Create', false);
    expect(verdict(await call('POST /patient/duplicates', user.token))).toBe('allowed');
    await overridePermission(portal, user.id, 'Patient.Edit', false);
    expect(verdict(await call('POST /patient/duplicates', user.token))).toBe('FORBIDDEN');
  });

  it('combines the permissions of several roles, and a revocation overrides them all', async () => {
    const user = await signedInAs(portal, 'Staff', 'Admin');
    expect(verdict(await call('GET /office/:id', user.token))).toBe('allowed');
    await overridePermission(portal, user.id, 'Admin.ManageOffices', false);
    expect(verdict(await call('GET /office/:id', user.token))).toBe('FORBIDDEN');
  });

  it('is limited to signed-in endpoints for a user without a role', async () => {
    const user = await makeUser(portal, { roles: ['Staff'] });
    await portal.owner.query('delete from user_roles where user_id = $1', [user.id]);
    const { token } = await portal.succeed(login, {
      body: { username: user.userName, password: TEST_PASSWORD },
    });
    for (const key of calls.filter((each) => each !== LOGOUT)) {
      const who = ACCESS[key];
      const { status } = await call(key, token);
      expect([key, status === 403]).toEqual([key, who !== 'public' && who !== 'signed-in']);
    }
  });

  it('is recorded with request and caller when denied', async () => {
    const { id, token } = await signedInAs(portal, 'Staff');
    await call('DELETE /office/:id', token);
    const entries = await portal.deps.db
      .selectFrom('audit_log')
      .select(['action', 'reason', 'new_values', 'ip_address', 'session_id'])
      .where('user_id', '=', id)
      .where('action', '=', 'AccessDenied')
      .execute();
    expect(entries).toMatchObject([
      { reason: null, new_values: { request: 'DELETE /office/:id' }, ip_address: '127.0.0.1' },
    ]);
    expect(entries[0]?.session_id).not.toBeNull();
  });

  it('is also guarded for HEAD', async () => {
    for (const key of calls.filter((each) => each.startsWith('GET ') && ACCESS[each] !== 'public')) {
      const { status } = await portal.raw({ method: 'HEAD', url: urlOf(key) });
      expect([key, status]).toEqual([key, 401]);
    }
  });

  it('is allowed in the background, before a password change or before 2FA only for the listed endpoints', () => {
    expect(
      endpoints
        .filter(({ background }) => background === true)
        .map(keyOf)
        .toSorted(),
    ).toEqual(BACKGROUND.toSorted());
    expect(
      endpoints
        .filter(({ allowedBeforePasswordChange }) => allowedBeforePasswordChange === true)
        .map(keyOf)
        .toSorted(),
    ).toEqual(BEFORE_PASSWORD_CHANGE.toSorted());
    expect(
      endpoints
        .filter(({ allowedBeforeTwoFactor }) => allowedBeforeTwoFactor === true)
        .map(keyOf)
        .toSorted(),
    ).toEqual(BEFORE_TWO_FACTOR.toSorted());
  });

  const call = (key: string, token: string | undefined) => send(portal, key, token);

  async function override(names: readonly PermissionName[]): Promise<void> {
    for (const [probe, { id }] of probes) {
      await portal.owner.query('delete from user_permission_overrides where user_id = $1', [id]);
      const expiresAt =
        probe.expiresIn === null ? null : new Date(portal.clock.now().getTime() + probe.expiresIn * 60_000);
      for (const name of names) await overridePermission(portal, id, name, probe.isGranted, expiresAt);
    }
  }
});

describe('access of a SuperAdmin whose grace period for 2FA has ended', () => {
  let portal: TestPortal;
  let userName: string;
  let overdue: string;
  beforeAll(async () => {
    portal = await openTestPortal();
    ({ userName } = await makeUser(portal, { roles: ['SuperAdmin'] }));
    overdue = await signIn(portal, userName);
    await portal.owner.query('update two_factor_policy set grace_days = 0');
    await portal.owner.query('update roles set two_factor_required_since = $1', [portal.clock.now()]);
  });
  afterAll(() => portal.close());

  it.each(calls)('%s', async (key) => {
    const token = key === LOGOUT ? await signIn(portal, userName) : overdue;
    const open = ACCESS[key] === 'public' || BEFORE_TWO_FACTOR.includes(key);
    expect(verdict(await send(portal, key, token))).toBe(open ? 'allowed' : 'TWO_FACTOR_SETUP_REQUIRED');
  });
});

function passes(who: Who, role: RoleName): boolean {
  if (who === 'public' || who === 'signed-in') return true;
  if (!alsoNeeded(who).every((name) => HOLDERS[name].includes(role))) return false;
  if ('role' in who)
    return (
      role === 'SuperAdmin' ||
      who.role.includes(role) ||
      (who.orPermission !== undefined && HOLDERS[who.orPermission].includes(role))
    );
  return who.permission.some((name) => HOLDERS[name].includes(role));
}
