import { generateKeyPairSync } from 'node:crypto';
import { passkeyAdd, passkeyStart, type NewPasskey, type PasskeyCreation } from '@portal/contract/passkeys';
import { changePassword } from '@portal/contract/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import type { TestPortal } from '#test/harness.ts';
import { TEST_PASSWORD } from '#test/settings.ts';
import { FLAGS, SoftwareAuthenticator, type Deviations } from '#test/software-authenticator.ts';
import { openPasskeyPortal, ORIGIN, signedInWithPasskey } from '../test/sign-ins.ts';

const password = TEST_PASSWORD;
const base64url = (text: string | Buffer) => Buffer.from(text).toString('base64url');
const withKey = (
  authenticator: SoftwareAuthenticator,
  entries: readonly (readonly [number, number | string | Uint8Array])[],
) => {
  const publicKey = authenticator.coseKey();
  for (const [label, value] of entries) publicKey.set(label, value);
  return { publicKey };
};

const bytes = (text = '') => new Uint8Array(Buffer.from(text, 'base64url'));

function rsaKey(modulusLength: number, change: { n?: Uint8Array; e?: Uint8Array } = {}, algorithm = -257) {
  const { n, e } = generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' });
  return new Map<number, number | Uint8Array>([
    [1, 3],
    [3, algorithm],
    [-1, change.n ?? bytes(n)],
    [-2, change.e ?? bytes(e)],
  ]);
}

function edwardsKey(x?: Uint8Array, algorithm = -8) {
  const key = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  return new Map<number, number | Uint8Array>([
    [1, 1],
    [3, algorithm],
    [-1, 6],
    [-2, x ?? bytes(key.x)],
  ]);
}

/** Each kind of key with the algorithms of the other kinds. */
const KEYS_OF_OTHER_ALGORITHMS = [
  ...[-257, -8].map(
    (algorithm) =>
      [
        `an EC key with the algorithm ${algorithm}`,
        (authenticator: SoftwareAuthenticator) => ({ publicKey: authenticator.coseKey(algorithm) }),
      ] as const,
  ),
  ...[-7, -8].map(
    (algorithm) =>
      [
        `an RSA key with the algorithm ${algorithm}`,
        () => ({ publicKey: rsaKey(2048, {}, algorithm) }),
      ] as const,
  ),
  ...[-7, -257].map(
    (algorithm) =>
      [
        `an Ed25519 key with the algorithm ${algorithm}`,
        () => ({ publicKey: edwardsKey(undefined, algorithm) }),
      ] as const,
  ),
];

/** Wrong new passkeys that a browser or authenticator creates. */
const CREATED: readonly (readonly [
  name: string,
  change: (authenticator: SoftwareAuthenticator) => Deviations,
])[] = [
  ['the origin of another site', () => ({ clientData: { origin: 'https://evil.example' } })],
  ['another relying party', () => ({ rpId: 'evil.example' })],
  ['the type of an answer', () => ({ clientData: { type: 'webauthn.get' } })],
  ['a frame of another site', () => ({ clientData: { crossOrigin: true } })],
  ['a named top site', () => ({ clientData: { crossOrigin: true, topOrigin: ORIGIN } })],
  ['an invented challenge', () => ({ clientData: { challenge: base64url(Buffer.alloc(32, 1)) } })],
  ['no challenge', () => ({ clientData: { challenge: undefined } })],
  ['client data that is no JSON', () => ({ clientDataJSON: Buffer.from('webauthn') })],
  ['no presence of the user', () => ({ flags: FLAGS.attested + FLAGS.userVerified })],
  ['no credential', () => ({ flags: FLAGS.userPresent })],
  ['the algorithm 0', (authenticator) => withKey(authenticator, [[3, 0]])],
  ...KEYS_OF_OTHER_ALGORITHMS,
  [
    'a key that is no point of its curve',
    (authenticator) => withKey(authenticator, [[-3, new Uint8Array(32).fill(1)]]),
  ],
  [
    'a key with half a coordinate',
    (authenticator) => withKey(authenticator, [[-2, new Uint8Array(16).fill(1)]]),
  ],
  ['a short RSA key', () => ({ publicKey: rsaKey(1024) })],
  ['an RSA key of 64,000 bits', () => ({ publicKey: rsaKey(2048, { n: new Uint8Array(8000).fill(255) }) })],
  ['an RSA key with the exponent 1', () => ({ publicKey: rsaKey(2048, { e: new Uint8Array([1]) }) })],
  ['an Ed25519 key of 5 bytes', () => ({ publicKey: edwardsKey(new Uint8Array(5)) })],
  ['garbage', () => ({ attestationObject: Buffer.alloc(300, 0xff) })],
  ['an empty map', () => ({ attestationObject: Buffer.from([0xa0]) })],
  [
    'an attestation with a certificate',
    () => ({
      attestation: {
        fmt: 'packed',
        attStmt: new Map<string, Uint8Array | Uint8Array[]>([
          ['x5c', [new Uint8Array(64)]],
          ['sig', new Uint8Array(70)],
        ]),
      },
    }),
  ],
  ['the attestation format “fido-u2f”', () => ({ attestation: { fmt: 'fido-u2f' } })],
];

const response = (created: NewPasskey, change: object) => ({
  ...created,
  response: { ...created.response, ...change },
});
const CHANGED: readonly (readonly [name: string, change: (created: NewPasskey) => unknown])[] = [
  ['another ID than the signed one', (created) => ({ ...created, id: 'AAAA', rawId: 'AAAA' })],
  ['a different raw ID', (created) => ({ ...created, rawId: 'AAAA' })],
  ['an empty ID', (created) => ({ ...created, id: '', rawId: '' })],
  ['an empty attestation', (created) => response(created, { attestationObject: '' })],
  ['an oversized attestation', (created) => response(created, { attestationObject: 'A'.repeat(16_388) })],
  ['an attestation with padding', (created) => response(created, { attestationObject: 'AAA=' })],
  [
    'too many transports',
    (created) => response(created, { transports: Array.from({ length: 11 }, () => 'usb') }),
  ],
  ['an oversized transport', (created) => response(created, { transports: ['x'.repeat(33)] })],
  ['transports that are a text', (created) => response(created, { transports: 'usb' })],
  ['an unknown field', (created) => ({ ...created, userId: 'x' })],
  ['no response', (created) => ({ ...created, response: undefined })],
  ['null', () => null],
];

describe('wrong new passkeys', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openPasskeyPortal();
  });
  afterAll(() => portal.close());

  const start = (user: SignedInUser): Promise<PasskeyCreation> =>
    portal.succeed(passkeyStart, { body: { password } }, user);
  const add = ({ token }: SignedInUser, passkey: unknown, name = 'Laptop') =>
    portal.raw({
      method: 'POST',
      url: `/api${passkeyAdd.path}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ name, passkey }),
      token,
    });
  async function expectNone(user: SignedInUser): Promise<void> {
    const { rows } = await portal.owner.query(
      'select recovery_code_hashes, (select count(*)::int from passkeys where user_id = u.id) as passkeys from users u where id = $1',
      [user.id],
    );
    expect(rows).toEqual([{ recovery_code_hashes: [], passkeys: 0 }]);
  }

  it.each(CREATED)('are refused with %s, and the challenge is used up', async (_name, change) => {
    const user = await signedInAs(portal);
    const options = await start(user);
    const authenticator = new SoftwareAuthenticator(ORIGIN);
    const deviations = change(authenticator);
    const wrong = authenticator.create(options, deviations);
    expect(await add(user, wrong)).toMatchObject({ status: 400, body: { code: 'PASSKEY_REFUSED' } });
    await expectNone(user);
    const hasChallenge =
      deviations.clientDataJSON === undefined && !('challenge' in (deviations.clientData ?? {}));
    const isUsable = !hasChallenge || 'crossOrigin' in (deviations.clientData ?? {});
    expect((await add(user, authenticator.create(options))).status).toBe(isUsable ? 200 : 400);
  });

  it.each([
    ['RSA', () => rsaKey(2048)],
    ['Ed25519', () => edwardsKey()],
  ])('do not include those with an %s key of its algorithm', async (_name, key) => {
    const user = await signedInAs(portal);
    const created = new SoftwareAuthenticator(ORIGIN).create(await start(user), { publicKey: key() });
    expect((await add(user, created)).status).toBe(200);
  });

  it.each(CHANGED)('are refused with %s', async (_name, change) => {
    const user = await signedInAs(portal);
    const created = new SoftwareAuthenticator(ORIGIN).create(await start(user));
    expect((await add(user, change(created))).status).toBe(400);
    await expectNone(user);
  });

  it.each(['', ' ', 'x'.repeat(61), 'a\u0000b'])('are refused with the name %j', async (name) => {
    const user = await signedInAs(portal);
    expect((await add(user, new SoftwareAuthenticator(ORIGIN).create(await start(user)), name)).status).toBe(
      400,
    );
    await expectNone(user);
  });

  it('cannot have the ID of anybody’s passkey', async () => {
    const owner = await signedInWithPasskey(portal);
    const user = await signedInAs(portal);
    const { credentialId } = owner.authenticator;
    const stolen = new SoftwareAuthenticator(ORIGIN).create(await start(user), { credentialId });
    expect(await add(user, stolen)).toMatchObject({
      status: 409,
      body: { message: 'This passkey is already registered.' },
    });
    await expectNone(user);
    const { rows } = await portal.owner.query('select user_id from passkeys where credential_id = $1', [
      credentialId,
    ]);
    expect(rows).toEqual([{ user_id: owner.id }]);
  });

  it('need an own challenge that is new', async () => {
    const [user, other] = [await signedInAs(portal), await signedInAs(portal)];
    const authenticator = new SoftwareAuthenticator(ORIGIN);
    expect((await add(user, authenticator.create(await start(other)))).status).toBe(400);
    const options = await start(user);
    portal.clock.advance({ minutes: 5 });
    expect((await add(user, authenticator.create(options))).status).toBe(400);
    const before = await start(user);
    const body = { currentPassword: password, newPassword: 'qv7 Lm2 zT9 xw4 k' };
    await portal.succeed(changePassword, { body }, user);
    expect((await add(user, authenticator.create(before))).status).toBe(400);
    await expectNone(user);
  });

  it('are refused without a session', async () => {
    const user = await signedInAs(portal);
    const created = new SoftwareAuthenticator(ORIGIN).create(await start(user));
    expect((await add({ ...user, token: 'x' }, created)).status).toBe(401);
    await expectNone(user);
  });
});
