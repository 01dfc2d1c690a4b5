import {
  MAX_PASSKEYS,
  passkeyAdd,
  passkeyRemove,
  passkeyRename,
  passkeyStart,
  twoFactorAppRemove,
  twoFactorGet,
} from '@portal/contract/passkeys';
import { disableTwoFactor, me } from '@portal/contract/session';
import { userGet, userProfile, userTwoFactorOff } from '@portal/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, portalForTest, type TestPortal } from '#test/harness.ts';
import { TEST_PASSWORD } from '#test/settings.ts';
import { SoftwareAuthenticator } from '#test/software-authenticator.ts';
import {
  addApp,
  addPasskey,
  appCode,
  attempt,
  confirmWith,
  openPasskeyPortal,
  ORIGIN,
  signedInWithPasskey,
  signInRequest,
  statusesOf,
} from '../test/sign-ins.ts';

const password = TEST_PASSWORD;

describe('passkeys', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openPasskeyPortal();
  });
  afterAll(() => portal.close());

  const list = (user: SignedInUser) => portal.succeed(twoFactorGet, {}, user);
  const start = (user: SignedInUser, proof: object = {}) =>
    portal.call(passkeyStart, { body: { password, ...proof } }, user);
  const entries = async (user: SignedInUser) =>
    (await auditOf(portal, 'User', user.id)).map(({ action, new_values: values }) => ({ action, values }));

  describe('adding', () => {
    it('asks for a synced passkey without attestation, for this user and host', async () => {
      const user = await signedInAs(portal);
      const options = await portal.succeed(passkeyStart, { body: { password } }, user);
      expect(options).toMatchObject({
        rp: { id: 'portal.example', name: 'Medical Practice' },
        user: { name: user.userName },
        attestation: 'none',
        timeout: 300_000,
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      });
      expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257]);
      expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
    });

    it('turns on 2FA with the first one, and returns recovery codes once', async () => {
      const user = await signedInAs(portal);
      const { passkey, recoveryCodes } = await addPasskey(portal, user, { name: ' Front desk ' });
      expect(passkey).toMatchObject({ name: 'Front desk', lastUsedAt: null, isBackedUp: false });
      expect(new Set(recoveryCodes).size).toBe(10);
      expect(await list(user)).toEqual({ hasApp: false, passkeys: [passkey], passkeyAddress: ORIGIN });
      expect(await portal.succeed(userProfile, {}, user)).toMatchObject({
        recoveryCodesLeft: 10,
        user: { secondFactorEnabled: true },
      });
      expect((await entries(user)).at(-1)).toEqual({
        action: 'Updated',
        values: { passkeyAdded: 'Front desk', secondFactor: 'on' },
      });
      expect((await attempt(portal, user.userName, { code: recoveryCodes[0] ?? '' })).status).toBe(200);
    });

    it('requires the password', async () => {
      const user = await signedInAs(portal);
      expect(await start(user, { password: 'wrong' })).toMatchObject({
        status: 400,
        error: { code: 'WRONG_PASSWORD', errors: { password: ['Password is incorrect.'] } },
      });
    });

    it('requires a code or a passkey as well while 2FA is on, and keeps the recovery codes', async () => {
      const user = await signedInWithPasskey(portal);
      expect(await start(user)).toMatchObject({
        status: 400,
        error: { code: 'VALIDATION', errors: { code: ['Code is required'] } },
      });
      expect(await start(user, { code: '000000' })).toMatchObject({ error: { code: 'WRONG_CODE' } });
      const second = await addPasskey(portal, user, await confirmWith(portal, user, user.authenticator));
      expect(second.recoveryCodes).toEqual([]);
      expect((await list(user)).passkeys).toHaveLength(2);
      expect((await entries(user)).at(-1)?.values).toEqual({ passkeyAdded: 'Laptop' });
      const [code = ''] = user.recoveryCodes;
      expect((await attempt(portal, user.userName, { code })).status).toBe(200);
    });

    it('names the passkeys that the user has, so that the browser does not add one twice', async () => {
      const user = await signedInWithPasskey(portal);
      const answer = await portal.succeed(
        passkeyStart,
        { body: await confirmWith(portal, user, user.authenticator) },
        user,
      );
      const id = user.authenticator.credentialId.toString('base64url');
      expect(answer.excludeCredentials).toMatchObject([{ id, transports: ['internal', 'hybrid'] }]);
    });

    it('saves a new passkey once of two concurrent requests', async () => {
      const user = await signedInAs(portal);
      const options = await portal.succeed(passkeyStart, { body: { password } }, user);
      const body = { name: 'Laptop', passkey: new SoftwareAuthenticator(ORIGIN).create(options) };
      const answers = await Promise.all([
        portal.call(passkeyAdd, { body }, user),
        portal.call(passkeyAdd, { body }, user),
      ]);
      expect(statusesOf(answers)).toEqual([200, 400]);
    });

    it('allows ten, also when the last ones are added at once', async () => {
      const user = await signedInWithPasskey(portal);
      while ((await list(user)).passkeys.length < MAX_PASSKEYS - 1)
        await addPasskey(portal, user, await confirmWith(portal, user, user.authenticator));
      const bodies = [];
      for (const name of ['One', 'Two']) {
        const proof = await confirmWith(portal, user, user.authenticator);
        const options = await portal.succeed(passkeyStart, { body: proof }, user);
        bodies.push({ name, passkey: new SoftwareAuthenticator(ORIGIN).create(options) });
      }
      const answers = await Promise.all(bodies.map((body) => portal.call(passkeyAdd, { body }, user)));
      expect(statusesOf(answers)).toEqual([200, 409]);
      const refused = await portal.call(
        passkeyStart,
        { body: await confirmWith(portal, user, user.authenticator) },
        user,
      );
      expect(refused).toMatchObject({
        status: 409,
        error: { message: expect.stringContaining('10 passkeys') },
      });
    });
  });

  describe('renaming and removing', () => {
    it('renames, with an audit entry', async () => {
      const user = await signedInWithPasskey(portal);
      const { id } = user.passkey;
      const renamed = await portal.succeed(passkeyRename, { params: { id }, body: { name: 'Phone' } }, user);
      expect(renamed).toEqual({ ...user.passkey, name: 'Phone' });
      expect((await auditOf(portal, 'User', user.id)).at(-1)).toMatchObject({
        old_values: { passkey: 'Laptop' },
        new_values: { passkey: 'Phone' },
      });
      for (const name of ['', ' ', 'x'.repeat(61)])
        expect((await portal.call(passkeyRename, { params: { id }, body: { name } }, user)).status).toBe(400);
    });

    it('returns 404 for passkeys of others', async () => {
      const [user, other] = [await signedInWithPasskey(portal), await signedInWithPasskey(portal)];
      const params = { id: other.passkey.id };
      expect((await portal.call(passkeyRename, { params, body: { name: 'Mine' } }, user)).status).toBe(404);
      const body = await confirmWith(portal, user, user.authenticator);
      expect((await portal.call(passkeyRemove, { params, body }, user)).status).toBe(404);
      expect((await list(other)).passkeys).toEqual([other.passkey]);
    });

    it('keeps 2FA on while another passkey or an app is left, and the recovery codes with it', async () => {
      const user = await signedInWithPasskey(portal);
      const { secret, codes } = await addApp(
        portal,
        user,
        await confirmWith(portal, user, user.authenticator),
      );
      expect(codes).toEqual([]);
      const params = { id: user.passkey.id };
      const body = { password, code: appCode(portal, secret) };
      await portal.succeed(passkeyRemove, { params, body }, user);
      expect((await entries(user)).at(-1)?.values).toEqual({ passkeyRemoved: 'Laptop' });
      expect(await portal.succeed(userProfile, {}, user)).toMatchObject({
        recoveryCodesLeft: 10,
        user: { secondFactorEnabled: true },
      });
      portal.clock.advance({ seconds: 30 });
      const { authenticator } = await addPasskey(portal, user, { code: appCode(portal, secret) });
      await portal.succeed(
        twoFactorAppRemove,
        { body: await confirmWith(portal, user, authenticator) },
        user,
      );
      expect((await entries(user)).at(-1)?.values).toEqual({ authenticatorApp: 'removed' });
      expect(await list(user)).toMatchObject({ hasApp: false, passkeys: [{ name: 'Laptop' }] });
      expect((await portal.call(twoFactorAppRemove, { body: { password, code: '1' } }, user)).status).toBe(
        409,
      );
    });

    it('turns off 2FA with the last one, and removes the recovery codes', async () => {
      const user = await signedInWithPasskey(portal);
      const params = { id: user.passkey.id };
      const body = await confirmWith(portal, user, user.authenticator);
      expect(
        (await portal.call(passkeyRemove, { params, body: { ...body, password: 'wrong' } }, user)).status,
      ).toBe(400);
      expect((await portal.call(passkeyRemove, { params, body }, user)).status).toBe(204);
      expect((await entries(user)).at(-1)?.values).toEqual({ passkeyRemoved: 'Laptop', secondFactor: 'off' });
      expect(await portal.succeed(userProfile, {}, user)).toMatchObject({
        recoveryCodesLeft: 0,
        user: { secondFactorEnabled: false },
      });
      expect((await attempt(portal, user.userName)).status).toBe(200);
    });

    it('keeps one of two that are removed at once while 2FA is required', async () => {
      const admin = await signedInWithPasskey(portal, 'Admin');
      const other = await addPasskey(portal, admin, await confirmWith(portal, admin, admin.authenticator));
      const bodies = [
        await confirmWith(portal, admin, admin.authenticator),
        await confirmWith(portal, admin, other.authenticator),
      ];
      await requireFor('Admin');
      const ids = [admin.passkey.id, other.passkey.id];
      const answers = await Promise.all(
        ids.map((id, index) => {
          const body = bodies[index] ?? { password };
          return portal.call(passkeyRemove, { params: { id }, body }, admin);
        }),
      );
      await requireFor();
      expect(statusesOf(answers)).toEqual([204, 409]);
    });

    it('of everything is what turning off 2FA does', async () => {
      const user = await signedInWithPasskey(portal);
      await addApp(portal, user, await confirmWith(portal, user, user.authenticator));
      const body = await confirmWith(portal, user, user.authenticator);
      await portal.succeed(disableTwoFactor, { body }, user);
      expect(await list(user)).toMatchObject({ hasApp: false, passkeys: [] });
      expect((await attempt(portal, user.userName)).status).toBe(200);
    });
  });

  describe('where 2FA is required', () => {
    it('are a way to set it up, and the last one cannot be removed', async () => {
      const user = await signedInAs(portal, 'MedicalAssistant');
      await requireFor('MedicalAssistant');
      expect((await portal.succeed(me, {}, user)).user.mustSetUpTwoFactor).toBe(true);
      const { authenticator, passkey } = await addPasskey(portal, user);
      expect((await portal.succeed(me, {}, user)).user).toMatchObject({
        mustSetUpTwoFactor: false,
        twoFactorDueAt: null,
      });
      const params = { id: passkey.id };
      const required = {
        status: 409,
        error: { message: expect.stringContaining('is required for your role') },
      };
      const body = await confirmWith(portal, user, authenticator);
      expect(await portal.call(passkeyRemove, { params, body }, user)).toMatchObject(required);
      expect(await portal.call(disableTwoFactor, { body }, user)).toMatchObject(required);
      await requireFor();
      expect((await portal.call(passkeyRemove, { params, body }, user)).status).toBe(204);
    });

    it('are removed when a SuperAdmin turns off 2FA, and a new grace period begins', async () => {
      const admin = await signedInAs(portal, 'SuperAdmin');
      const user = await signedInWithPasskey(portal);
      const request = await signInRequest(portal, user.userName);
      expect(await portal.succeed(userGet, { params: { id: user.id } }, admin)).toMatchObject({
        secondFactorEnabled: true,
      });
      const turnOff = { params: { id: user.id }, body: { reason: 'Lost the laptop, identity verified' } };
      expect(await portal.succeed(userTwoFactorOff, turnOff, admin)).toMatchObject({
        secondFactorEnabled: false,
      });
      const { rows } = await portal.owner.query(
        'select two_factor_off_at, (select count(*)::int from passkeys where user_id = u.id) as passkeys, (select count(*)::int from passkey_challenges where user_id = u.id) as challenges from users u where id = $1',
        [user.id],
      );
      expect(rows).toEqual([{ two_factor_off_at: portal.clock.now(), passkeys: 0, challenges: 0 }]);
      const passkey = user.authenticator.answer(request);
      expect(await attempt(portal, user.userName, { passkey })).toMatchObject({
        status: 200,
        body: { user: { mustChangePassword: true } },
      });
      expect((await portal.call(userTwoFactorOff, turnOff, admin)).status).toBe(409);
    });
  });

  async function requireFor(...roles: string[]): Promise<void> {
    await portal.owner.query('update two_factor_policy set grace_days = 0');
    await portal.owner.query(
      'update roles set two_factor_required_since = case when name = any($1) then $2::timestamptz end',
      [roles, portal.clock.now()],
    );
  }
});

describe('the address of passkeys', () => {
  it('is localhost with the port without a setting', async () => {
    const portal = await openTestPortal();
    try {
      const { port } = new URL(await portal.listen());
      const { token } = await signedInAs(portal);
      const answer = await fetch(`http://127.0.0.1:${port}/api/auth/second-factor`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(await answer.json()).toMatchObject({ passkeyAddress: `http://localhost:${port}` });
    } finally {
      await portal.close();
    }
  });

  it('is none for an IP address, where WebAuthn does not work', async () => {
    for (const address of ['https://192.0.2.7', 'https://[2001:db8::7]']) {
      const portal = await portalForTest({ env: { PUBLIC_URL: address } });
      const user = await signedInAs(portal);
      expect(await portal.succeed(twoFactorGet, {}, user)).toMatchObject({ passkeyAddress: null });
      expect(await portal.call(passkeyStart, { body: { password } }, user)).toMatchObject({
        status: 409,
        error: { message: expect.stringContaining(address) },
      });
    }
  });
});
