import { generateKeyPairSync } from 'node:crypto';
import {
  passkeyChallenge,
  passkeyRemove,
  passkeyStart,
  type PasskeyAnswer,
  type PasskeyRequest,
} from '@portal/contract/passkeys';
import { changePassword, login, renewRecoveryCodes } from '@portal/contract/session';
import { userDeactivate, userResetPassword } from '@portal/contract/users';
import type { Endpoint } from '@portal/contract/endpoint';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf, signedInAs } from '#test/factories.ts';
import type { TestPortal } from '#test/harness.ts';
import { TEST_PASSWORD } from '#test/settings.ts';
import { FLAGS, type Deviations } from '#test/software-authenticator.ts';
import {
  addPasskey,
  attempt,
  openPasskeyPortal,
  ORIGIN,
  signedInWithPasskey,
  signInRequest,
} from '../test/sign-ins.ts';

type User = Awaited<ReturnType<typeof signedInWithPasskey>>;
interface Situation {
  readonly user: User;
  readonly other: User;
  readonly request: PasskeyRequest;
}

const password = TEST_PASSWORD;
const { privateKey: OTHER_KEY } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { userPresent } = FLAGS;
const base64url = (text: string | Buffer) => Buffer.from(text).toString('base64url');

/** Wrong answers that a browser or authenticator signs. */
const SIGNED: readonly (readonly [name: string, change: (situation: Situation) => Deviations])[] = [
  ['the origin of another site', () => ({ clientData: { origin: 'https://evil.example' } })],
  ['the origin of a subdomain', () => ({ clientData: { origin: 'https://login.portal.example' } })],
  ['another relying party', () => ({ rpId: 'evil.example' })],
  ['the type of a new passkey', () => ({ clientData: { type: 'webauthn.create' } })],
  ['a frame of another site', () => ({ clientData: { crossOrigin: true } })],
  ['a frame of another site as text', () => ({ clientData: { crossOrigin: 'true' } })],
  ['a named top site', () => ({ clientData: { crossOrigin: true, topOrigin: 'https://evil.example' } })],
  ['a top site without a frame', () => ({ clientData: { topOrigin: ORIGIN } })],
  ['an invented challenge', () => ({ clientData: { challenge: base64url(Buffer.alloc(32, 1)) } })],
  ['no challenge', () => ({ clientData: { challenge: undefined } })],
  ['a padded challenge', ({ request }) => ({ clientData: { challenge: `${request.challenge}=` } })],
  ['a longer challenge', ({ request }) => ({ clientData: { challenge: `${request.challenge}AAAA` } })],
  ['client data that is no JSON', () => ({ clientDataJSON: Buffer.from('{"challenge":') })],
  ['client data that is null', () => ({ clientDataJSON: Buffer.from('null') })],
  ['no presence of the user', () => ({ flags: 0 })],
  ['announced but missing extensions', () => ({ flags: userPresent + 128 })],
  ['another key', () => ({ key: OTHER_KEY })],
  ['an unknown passkey', () => ({ credentialId: Buffer.alloc(32, 9) })],
  ['the ID of another user’s passkey', ({ other }) => ({ credentialId: other.authenticator.credentialId })],
  ['the user ID of another user', ({ other }) => ({ userHandle: base64url(other.id) })],
];

const response = (answer: PasskeyAnswer, change: object) => ({
  ...answer,
  response: { ...answer.response, ...change },
});
/** Changes one bit at a position; negative positions count from the end. */
function flip(text: string, at: number): string {
  const bytes = Buffer.from(text, 'base64url');
  const index = at < 0 ? bytes.length + at : at;
  // oxlint-disable-next-line no-bitwise -- changes a bit
  bytes.writeUInt8(bytes.readUInt8(index) ^ 1, index);
  return base64url(bytes);
}
const cut = (text: string, length: number) => base64url(Buffer.from(text, 'base64url').subarray(0, length));

/** Answers that were changed after they were signed, and bodies that no browser sends. */
const CHANGED: readonly (readonly [name: string, change: (answer: PasskeyAnswer) => unknown])[] = [
  ...[4, -1].map(
    (at) =>
      [
        `a signature changed at ${at}`,
        (answer: PasskeyAnswer) => response(answer, { signature: flip(answer.response.signature, at) }),
      ] as const,
  ),
  ['a signature of zeros', (answer) => response(answer, { signature: base64url(Buffer.alloc(71)) })],
  ['no signature', (answer) => response(answer, { signature: undefined })],
  ['an oversized signature', (answer) => response(answer, { signature: 'A'.repeat(4100) })],
  ['a padded signature', (answer) => response(answer, { signature: `${answer.response.signature}==` })],
  ['base64url of an impossible length', (answer) => response(answer, { signature: 'AAAAA' })],
  ...[0, 32].map(
    (at) =>
      [
        `authenticator data changed at ${at}`,
        (answer: PasskeyAnswer) =>
          response(answer, { authenticatorData: flip(answer.response.authenticatorData, at) }),
      ] as const,
  ),
  [
    'short authenticator data',
    (answer) => response(answer, { authenticatorData: cut(answer.response.authenticatorData, 36) }),
  ],
  [
    'client data changed after signing',
    (answer) => {
      const text = Buffer.from(answer.response.clientDataJSON, 'base64url').toString();
      return response(answer, { clientDataJSON: base64url(`${text} `) });
    },
  ],
  ['oversized client data', (answer) => response(answer, { clientDataJSON: 'A'.repeat(4100) })],
  ['a user ID that is null', (answer) => response(answer, { userHandle: null })],
  ['a different raw ID', (answer) => ({ ...answer, rawId: base64url('other') })],
  ['an oversized ID', (answer) => ({ ...answer, id: 'A'.repeat(1368), rawId: 'A'.repeat(1368) })],
  ['an ID with padding', (answer) => ({ ...answer, id: `${answer.id}=`, rawId: `${answer.id}=` })],
  ['another type', (answer) => ({ ...answer, type: 'password' })],
  ['an unknown attachment', (answer) => ({ ...answer, authenticatorAttachment: 'drone' })],
  ['no extensions', (answer) => ({ ...answer, clientExtensionResults: undefined })],
  ['an unknown field', (answer) => ({ ...answer, isAdmin: true })],
  ['an unknown field in the response', (answer) => response(answer, { verified: true })],
  [
    'a new passkey',
    (answer) => ({
      ...answer,
      response: { clientDataJSON: answer.response.clientDataJSON, attestationObject: 'AAAA' },
    }),
  ],
  ['null', () => null],
  ['a list', (answer) => [answer]],
];

describe('wrong answers of passkeys', () => {
  let portal: TestPortal;
  let other: User;
  // The failures of one test are not counted with those of the one before.
  beforeEach(() => portal.clock.advance({ minutes: 16 }));
  beforeAll(async () => {
    portal = await openPasskeyPortal();
    other = await signedInWithPasskey(portal);
  });
  afterAll(() => portal.close());

  const post = (endpoint: Endpoint, body: unknown, token?: string) =>
    portal.raw({
      method: 'POST',
      url: `/api${endpoint.path}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
      ...(token === undefined ? {} : { token }),
    });
  const signInWith = ({ userName: username }: User, passkey: unknown) =>
    post(login, { username, password, passkey });
  const confirmWith = ({ token }: User, passkey: unknown) =>
    post(renewRecoveryCodes, { password, passkey }, token);
  const confirmation = (user: User) => portal.succeed(passkeyChallenge, {}, user);

  /** The user has not signed in or changed anything, and the passkey still works. */
  async function expectUnused(user: User): Promise<void> {
    const { rows } = await portal.owner.query(
      'select counter, last_used_at from passkeys where user_id = $1',
      [user.id],
    );
    expect(rows).toEqual([{ counter: '0', last_used_at: null }]);
    const passkey = user.authenticator.answer(await signInRequest(portal, user.userName));
    expect((await signInWith(user, passkey)).status).toBe(200);
  }

  describe.each(SIGNED)('%s', (_name, change) => {
    it('does not sign in', async () => {
      const user = await signedInWithPasskey(portal);
      const request = await signInRequest(portal, user.userName);
      const answer = user.authenticator.answer(request, change({ user, other, request }));
      expect(await signInWith(user, answer)).toMatchObject({
        status: 401,
        body: { code: 'INVALID_CREDENTIALS' },
      });
      expect((await auditOf(portal, 'User', user.id)).at(-1)?.action).toBe('LoginFailed');
      await expectUnused(user);
    });

    it('does not confirm a change', async () => {
      const user = await signedInWithPasskey(portal);
      const request = await confirmation(user);
      const answer = user.authenticator.answer(request, change({ user, other, request }));
      expect(await confirmWith(user, answer)).toMatchObject({
        status: 400,
        body: { code: 'PASSKEY_REFUSED' },
      });
      await expectUnused(user);
    });
  });

  describe.each(CHANGED)('%s', (_name, change) => {
    it('does not sign in', async () => {
      const user = await signedInWithPasskey(portal);
      const answer = user.authenticator.answer(await signInRequest(portal, user.userName));
      expect([400, 401]).toContain((await signInWith(user, change(answer))).status);
      await expectUnused(user);
    });

    it('does not confirm a change', async () => {
      const user = await signedInWithPasskey(portal);
      const answer = user.authenticator.answer(await confirmation(user));
      expect((await confirmWith(user, change(answer))).status).toBe(400);
      await expectUnused(user);
    });
  });

  it('with a right code are still wrong', async () => {
    const user = await signedInWithPasskey(portal);
    const request = await signInRequest(portal, user.userName);
    const passkey = user.authenticator.answer(request, { key: OTHER_KEY });
    const [code = ''] = user.recoveryCodes;
    expect((await attempt(portal, user.userName, { passkey, code })).status).toBe(401);
    expect((await attempt(portal, user.userName, { code })).status).toBe(200);
  });

  describe('to a challenge', () => {
    it('of another user', async () => {
      const user = await signedInWithPasskey(portal);
      const request = await signInRequest(portal, other.userName);
      expect((await signInWith(user, user.authenticator.answer(request))).status).toBe(401);
      // The other user's challenge is not used up.
      expect((await signInWith(other, other.authenticator.answer(request))).status).toBe(200);
    });

    it('for another purpose', async () => {
      const user = await signedInWithPasskey(portal);
      const { authenticator, userName } = user;
      expect(
        (await confirmWith(user, authenticator.answer(await signInRequest(portal, userName)))).status,
      ).toBe(400);
      expect((await signInWith(user, authenticator.answer(await confirmation(user)))).status).toBe(401);
      const body = { password, passkey: authenticator.answer(await confirmation(user)) };
      const { challenge } = await portal.succeed(passkeyStart, { body }, user);
      const request = { ...(await signInRequest(portal, userName)), challenge };
      expect((await signInWith(user, authenticator.answer(request))).status).toBe(401);
    });

    it('that was answered, right or wrong', async () => {
      const user = await signedInWithPasskey(portal);
      const request = await signInRequest(portal, user.userName);
      const wrong = user.authenticator.answer(request, { rpId: 'evil.example' });
      expect((await signInWith(user, wrong)).status).toBe(401);
      expect((await signInWith(user, user.authenticator.answer(request))).status).toBe(401);
      const next = await signInRequest(portal, user.userName);
      expect((await signInWith(user, user.authenticator.answer(next))).status).toBe(200);
      expect((await signInWith(user, user.authenticator.answer(next))).status).toBe(401);
    });

    it('that has expired', async () => {
      const user = await signedInWithPasskey(portal);
      const early = await signInRequest(portal, user.userName);
      const late = await signInRequest(portal, user.userName);
      portal.clock.advance({ minutes: 4, seconds: 59 });
      expect((await signInWith(user, user.authenticator.answer(early))).status).toBe(200);
      portal.clock.advance({ seconds: 1 });
      expect((await signInWith(user, user.authenticator.answer(late))).status).toBe(401);
    });

    it('from before a change or reset of the password', async () => {
      const user = await signedInWithPasskey(portal);
      const request = await signInRequest(portal, user.userName);
      const newPassword = 'qv7 Lm2 zT9 xw4 k';
      await portal.succeed(changePassword, { body: { currentPassword: password, newPassword } }, user);
      const passkey = user.authenticator.answer(request);
      for (const given of [password, newPassword])
        expect((await attempt(portal, user.userName, { password: given, passkey })).status).toBe(401);
      const reset = await signedInWithPasskey(portal);
      const before = reset.authenticator.answer(await signInRequest(portal, reset.userName));
      const admin = await signedInAs(portal, 'SuperAdmin');
      const { temporaryPassword } = await portal.succeed(
        userResetPassword,
        { params: { id: reset.id } },
        admin,
      );
      expect(
        (await attempt(portal, reset.userName, { password: temporaryPassword, passkey: before })).status,
      ).toBe(401);
    });
  });

  it('of a passkey that was removed', async () => {
    const user = await signedInWithPasskey(portal);
    const body = { password, passkey: user.authenticator.answer(await confirmation(user)) };
    await addPasskey(portal, user, body);
    const passkey = user.authenticator.answer(await signInRequest(portal, user.userName));
    const [code] = user.recoveryCodes;
    await portal.succeed(passkeyRemove, { params: { id: user.passkey.id }, body: { password, code } }, user);
    expect((await signInWith(user, passkey)).status).toBe(401);
  });

  it('of an inactive user, or with a wrong password, get the usual response', async () => {
    const user = await signedInWithPasskey(portal);
    const passkey = user.authenticator.answer(await signInRequest(portal, user.userName));
    const usual = {
      status: 401,
      error: { code: 'INVALID_CREDENTIALS', message: 'Invalid username or password' },
    };
    expect(await attempt(portal, user.userName, { password: 'wrong', passkey })).toMatchObject(usual);
    await portal.succeed(userDeactivate, { params: { id: user.id } }, await signedInAs(portal, 'SuperAdmin'));
    expect(await attempt(portal, user.userName, { passkey })).toMatchObject(usual);
    expect(await attempt(portal, 'nobody', { passkey })).toMatchObject(usual);
  });
});
