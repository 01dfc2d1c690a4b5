import { passkeyChallenge, twoFactorGet } from '@portal/contract/passkeys';
import { changePassword, renewRecoveryCodes } from '@portal/contract/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import type { TestPortal } from '#test/harness.ts';
import { TEST_PASSWORD } from '#test/settings.ts';
import {
  addApp,
  addPasskey,
  appCode,
  attempt,
  choicesOf,
  confirmWith,
  openPasskeyPortal,
  ORIGIN,
  signedInWithPasskey,
  signInRequest,
  statusesOf,
} from '../test/sign-ins.ts';

const password = TEST_PASSWORD;

describe('passkeys at', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openPasskeyPortal();
  });
  afterAll(() => portal.close());

  const list = (user: SignedInUser) => portal.succeed(twoFactorGet, {}, user);
  const entries = async (user: SignedInUser) =>
    (await auditOf(portal, 'User', user.id)).map(({ action, new_values: values }) => ({ action, values }));

  describe('sign-in', () => {
    it('asks for what the user has, only after the right password', async () => {
      const user = await signedInWithPasskey(portal);
      expect(await choicesOf(portal, user.userName)).toMatchObject({
        hasApp: false,
        hasRecoveryCodes: true,
        passkey: {
          address: ORIGIN,
          request: {
            rpId: 'portal.example',
            userVerification: 'preferred',
            allowCredentials: [{ id: user.authenticator.credentialId.toString('base64url') }],
          },
        },
      });
      const wrong = await attempt(portal, user.userName, { password: 'wrong' });
      expect(wrong).toMatchObject({ status: 401, error: { code: 'INVALID_CREDENTIALS' } });
      expect(JSON.stringify(wrong)).not.toContain('secondFactor');
      const appUser = await signedInAs(portal);
      await addApp(portal, appUser);
      expect(await choicesOf(portal, appUser.userName)).toEqual({
        hasApp: true,
        hasRecoveryCodes: true,
        passkey: null,
      });
    });

    it('accepts the answer of a passkey once, and records its use', async () => {
      const { authenticator, ...user } = await signedInWithPasskey(portal);
      portal.clock.advance({ minutes: 1 });
      authenticator.counter = 7;
      const passkey = authenticator.answer(await signInRequest(portal, user.userName));
      const answer = await attempt(portal, user.userName, { passkey });
      expect(answer.status).toBe(200);
      expect((await list(user)).passkeys[0]?.lastUsedAt).toBe(portal.clock.now().toISOString());
      expect((await entries(user)).at(-1)).toEqual({ action: 'Login', values: { secondFactor: 'passkey' } });
      expect(await attempt(portal, user.userName, { passkey })).toMatchObject({
        status: 401,
        error: { code: 'INVALID_CREDENTIALS', message: expect.stringContaining('passkey was not accepted') },
      });
      expect((await entries(user)).at(-1)).toEqual({ action: 'LoginFailed', values: null });
    });

    it('records an app code and a recovery code as such', async () => {
      const user = await signedInAs(portal);
      const { secret, codes } = await addApp(portal, user);
      await attempt(portal, user.userName, { code: appCode(portal, secret) });
      expect((await entries(user)).at(-1)?.values).toEqual({ secondFactor: 'app' });
      await attempt(portal, user.userName, { code: codes[0] ?? '' });
      expect((await entries(user)).at(-1)?.values).toEqual({ secondFactor: 'recovery code' });
    });

    it('accepts one of two concurrent sign-ins with the same answer', async () => {
      const { authenticator, userName } = await signedInWithPasskey(portal);
      const passkey = authenticator.answer(await signInRequest(portal, userName));
      const answers = await Promise.all([
        attempt(portal, userName, { passkey }),
        attempt(portal, userName, { passkey }),
      ]);
      expect(statusesOf(answers)).toEqual([200, 401]);
    });

    it('accepts any of several passkeys, and answers to several open requests', async () => {
      const user = await signedInWithPasskey(portal);
      const second = await addPasskey(portal, user, await confirmWith(portal, user, user.authenticator));
      const requests = [
        await signInRequest(portal, user.userName),
        await signInRequest(portal, user.userName),
      ];
      expect(requests[0]?.allowCredentials).toHaveLength(2);
      for (const [index, authenticator] of [user.authenticator, second.authenticator].entries()) {
        const request = requests[index];
        if (request === undefined) throw new Error('No request');
        const passkey = authenticator.answer(request);
        expect((await attempt(portal, user.userName, { passkey })).status).toBe(200);
      }
    });

    it('refuses a counter that does not increase as a possible copy, and records it', async () => {
      const { authenticator, ...user } = await signedInWithPasskey(portal);
      const tryWith = async (counter: number) => {
        const passkey = authenticator.answer(await signInRequest(portal, user.userName), { counter });
        return (await attempt(portal, user.userName, { passkey })).status;
      };
      expect(await tryWith(5)).toBe(200);
      for (const counter of [5, 4, 0]) expect(await tryWith(counter)).toBe(401);
      expect((await entries(user)).filter(({ action }) => action === 'AccessDenied').at(-1)?.values).toEqual({
        passkey: 'Laptop',
        refused: 'Its counter did not increase, so it may be a copy',
      });
      expect(await tryWith(6)).toBe(200);
      expect(await tryWith(4_294_967_295)).toBe(200);
    });

    it('delays sign-in after wrong answers as after wrong codes', async () => {
      const { authenticator, userName, recoveryCodes } = await signedInWithPasskey(portal);
      const request = await signInRequest(portal, userName);
      const wrong = authenticator.answer(request, { clientData: { origin: 'https://other.example' } });
      for (let count = 0; count < 5; count += 1)
        expect((await attempt(portal, userName, { passkey: wrong })).status).toBe(401);
      const elsewhere = { ip: '198.51.100.7' };
      const passkey = authenticator.answer(await signInRequest(portal, userName, elsewhere.ip));
      expect((await attempt(portal, userName, { passkey, ...elsewhere })).status).toBe(429);
      expect((await attempt(portal, userName, { code: recoveryCodes[0] ?? '', ...elsewhere })).status).toBe(
        429,
      );
    });
  });

  describe('confirming changes', () => {
    it('works with a passkey, once', async () => {
      const user = await signedInWithPasskey(portal);
      const body = await confirmWith(portal, user, user.authenticator);
      const { recoveryCodes } = await portal.succeed(renewRecoveryCodes, { body }, user);
      expect(recoveryCodes).toHaveLength(10);
      expect(await portal.call(renewRecoveryCodes, { body }, user)).toMatchObject({
        status: 400,
        error: { code: 'PASSKEY_REFUSED' },
      });
      const [code = ''] = user.recoveryCodes;
      expect((await attempt(portal, user.userName, { code })).status).toBe(401);
    });

    it('returns 409 for a challenge without a passkey', async () => {
      const user = await signedInAs(portal);
      expect((await portal.call(passkeyChallenge, {}, user)).status).toBe(409);
    });

    it('is not possible with a challenge from before a password change', async () => {
      const user = await signedInWithPasskey(portal);
      const body = await confirmWith(portal, user, user.authenticator);
      const newPassword = 'qv7 Lm2 zT9 xw4 k';
      await portal.succeed(changePassword, { body: { currentPassword: password, newPassword } }, user);
      const again = { ...body, password: newPassword };
      expect(await portal.call(renewRecoveryCodes, { body: again }, user)).toMatchObject({
        error: { code: 'PASSKEY_REFUSED' },
      });
    });
  });
});
