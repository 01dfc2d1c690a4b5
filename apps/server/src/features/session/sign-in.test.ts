import { DEFAULT_PREFERENCES } from '@portal/contract/preferences';
import { currentUser, login } from '@portal/contract/session';
import { decodeTokenUser } from '@portal/domain/session';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#security/password-hash.ts';
import { auditOf, makeOffice, makeUser } from '#test/factories.ts';
import { lockAwaited, openTestPortal, type TestPortal } from '#test/harness.ts';
import { TEST_NOW, TEST_PASSWORD } from '#test/settings.ts';
import { attempt } from './test/sign-ins.ts';

describe('POST /auth/login', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  afterAll(() => portal.close());

  describe('200', () => {
    it('returns a token and the fields of the current user', async () => {
      const officeId = await makeOffice(portal, { name: 'Riverside' });
      const { id, userName } = await makeUser(portal, {
        roles: ['ProviderPhysician', 'Admin'],
        officeId,
        firstName: 'Núria',
        lastName: 'Ødegård',
      });
      const answer = await portal.succeed(login, {
        body: { username: userName, password: TEST_PASSWORD },
      });
      expect(currentUser.parse(answer.user)).toEqual({
        id,
        username: userName,
        email: `${userName}@practice.example`,
        firstName: 'Núria',
        lastName: 'Ødegård',
        title: 'MD',
        employeeId: '',
        hireDate: '',
        isActive: true,
        officeId,
        officeName: 'Riverside',
        roles: ['Admin', 'ProviderPhysician'],
        mustChangePassword: false,
        twoFactorDueAt: null,
        mustSetUpTwoFactor: false,
        preferences: DEFAULT_PREFERENCES,
      });
      expect(decodeTokenUser(answer.token)).toEqual({
        id,
        username: userName,
        email: `${userName}@practice.example`,
        firstName: 'Núria',
        lastName: 'Ødegård',
        employeeId: '',
        hireDate: '',
        isActive: true,
        officeId,
        roles: ['Admin', 'ProviderPhysician'],
      });
    });

    it('puts the claims, the session’s id and an expiration after 12 hours into the token', async () => {
      const { id, userName } = await makeUser(portal);
      const { token, user } = await portal.succeed(login, {
        body: { username: userName, password: TEST_PASSWORD },
      });
      const session = await portal.deps.db
        .selectFrom('sessions')
        .select(['id', 'expires_at'])
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow();
      expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' });
      expect(decodeJwt(token)).toEqual({
        iss: 'medical-portal',
        aud: 'medical-portal',
        UserId: id,
        unique_name: userName,
        email: user.email,
        given_name: user.firstName,
        family_name: user.lastName,
        role: ['Staff'],
        sid: session.id,
        iat: TEST_NOW.getTime() / 1000,
        exp: TEST_NOW.getTime() / 1000 + 12 * 3600,
      });
      expect(session.expires_at.getTime()).toBe(TEST_NOW.getTime() + 12 * 3_600_000);
      expect(user).not.toHaveProperty('officeId');
    });

    it('accepts the username in any case and with surrounding spaces', async () => {
      const { userName } = await makeUser(portal);
      expect((await attempt(portal, `  ${userName.toUpperCase()} `)).status).toBe(200);
    });

    it('audits the sign-in with its session, and stores the last login', async () => {
      const { id, userName } = await makeUser(portal);
      await attempt(portal, userName, { ip: '203.0.113.9' });
      const entries = await portal.deps.db
        .selectFrom('audit_log')
        .select(['action', 'user_id', 'session_id', 'ip_address', 'new_values'])
        .where('entity_id', '=', id)
        .execute();
      expect(entries).toMatchObject([
        { action: 'Login', user_id: id, ip_address: '203.0.113.9', new_values: null },
      ]);
      expect(entries[0]?.session_id).not.toBeNull();
      const user = await portal.deps.db
        .selectFrom('users')
        .select('last_login_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(user.last_login_at).toEqual(portal.clock.now());
    });

    it('reports that a temporary password must be changed', async () => {
      const { userName } = await makeUser(portal, { mustChangePassword: true });
      const { user } = await portal.succeed(login, {
        body: { username: userName, password: TEST_PASSWORD },
      });
      expect(user.mustChangePassword).toBe(true);
    });
  });

  describe('400', () => {
    it('requires username and password, and reports both at once', async () => {
      const answer = await portal.raw({
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'content-type': 'application/json' },
        payload: '{"username":"  "}',
      });
      expect(answer).toMatchObject({
        status: 400,
        body: {
          code: 'VALIDATION',
          errors: { username: ['Username is required'], password: ['Password is required'] },
        },
      });
    });

    it.each([
      ['NUL', 'a\u0000b'],
      ['a line break', 'a\nb'],
      ['half a surrogate pair', 'a\ud800b'],
      ['101 characters', 'a'.repeat(101)],
    ])('refuses a username with %s', async (_what, username) => {
      expect(await attempt(portal, username)).toMatchObject({
        status: 400,
        error: { errors: { username: [expect.stringContaining('Username')] } },
      });
    });

    it('does not check a password of over 1024 characters', async () => {
      const { userName } = await makeUser(portal);
      expect((await attempt(portal, userName, { password: 'x'.repeat(1024) })).status).toBe(401);
      expect((await attempt(portal, userName, { password: 'x'.repeat(1025) })).status).toBe(400);
    });

    it('refuses an unknown field', async () => {
      const answer = await portal.raw({
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'content-type': 'application/json' },
        payload: '{"username":"a","password":"b","isAdmin":true}',
      });
      expect(answer).toMatchObject({ status: 400, body: { errors: { isAdmin: [expect.anything()] } } });
    });
  });

  describe('401', () => {
    it('gives the same response to an unknown user, a wrong password and an inactive user', async () => {
      const active = await makeUser(portal);
      const inactive = await makeUser(portal, { isActive: false });
      const answers = [
        await attempt(portal, 'nobody.at.all'),
        await attempt(portal, active.userName, { password: 'wrong password' }),
        await attempt(portal, inactive.userName),
        await attempt(portal, inactive.userName, { password: 'wrong password' }),
      ];
      for (const answer of answers) {
        expect(answer).toMatchObject({
          status: 401,
          error: {
            message: 'Invalid username or password',
            error: 'Invalid username or password',
            code: 'INVALID_CREDENTIALS',
          },
        });
        expect(Object.keys(answer.headers).toSorted()).toEqual(
          Object.keys(answers[0]?.headers ?? {}).toSorted(),
        );
      }
    });

    it('takes the same processor time for each of them', async () => {
      const active = await makeUser(portal);
      const inactive = await makeUser(portal, { isActive: false });
      await portal.deps.db
        .updateTable('users')
        .set({ password_hash: await hashPassword(TEST_PASSWORD) })
        .where('id', 'in', [active.id, inactive.id])
        .execute();
      const kinds = [
        ['unknown', 'nobody.at.all', 'wrong password'],
        ['wrong', active.userName, 'wrong password'],
        ['inactive', inactive.userName, TEST_PASSWORD],
      ] as const;
      const least = new Map<string, number>();
      for (let round = 0; round < 6; round += 1) {
        for (const [kind, username, password] of kinds) {
          const start = process.cpuUsage();
          await attempt(portal, username, { password, ip: `198.51.100.${round}` });
          const { user, system } = process.cpuUsage(start);
          least.set(kind, Math.min(least.get(kind) ?? Infinity, user + system));
        }
      }
      const work = [...least.values()];
      // Processor time, because elapsed time depends on other load. Without hashing, an unknown user would take a quarter of it.
      expect(Math.min(...work) / Math.max(...work)).toBeGreaterThan(0.5);
    });

    it.each(['\u0000', 'x\ud800', `${TEST_PASSWORD}\u0000`])(
      'treats invalid characters as a wrong password (%#)',
      async (password) => {
        const { userName } = await makeUser(portal);
        expect((await attempt(portal, userName, { password })).status).toBe(401);
      },
    );

    it('compares the password case-sensitively and untrimmed', async () => {
      const { userName } = await makeUser(portal);
      expect((await attempt(portal, userName, { password: TEST_PASSWORD.toLowerCase() })).status).toBe(401);
      expect((await attempt(portal, userName, { password: ` ${TEST_PASSWORD}` })).status).toBe(401);
    });

    it('audits a failure without the entered username', async () => {
      const { id, userName } = await makeUser(portal);
      await attempt(portal, userName, { password: 'wrong password' });
      await attempt(portal, 'My-Secret-Typed-As-Name');
      expect(await auditOf(portal, 'User', id)).toMatchObject([{ action: 'LoginFailed', user_id: null }]);
      const everything = await portal.owner.query(
        'select row_to_json(l)::text as row from audit_log l union all select row_to_json(f)::text from login_failures f',
      );
      expect(JSON.stringify(everything.rows).toLowerCase()).not.toContain('my-secret-typed-as-name');
      expect(portal.logged().toLowerCase()).not.toContain('my-secret-typed-as-name');
    });
  });

  it.each([
    ['deactivated', 'is_active = false'],
    ['reset', `password_hash = 'of another password'`],
  ])('fails if the user is %s while the password is being checked', async (_what, change) => {
    const { id, userName } = await makeUser(portal);
    const hold = await portal.owner.connect();
    try {
      await hold.query('begin');
      await hold.query(`update users set ${change} where id = $1`, [id]);
      const running = attempt(portal, userName);
      await lockAwaited(portal);
      await hold.query('commit');
      expect((await running).status).toBe(401);
    } finally {
      hold.release();
    }
    const sessions = await portal.deps.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', id)
      .execute();
    expect(sessions).toEqual([]);
  });
});
