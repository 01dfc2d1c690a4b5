import { once } from 'node:events';
import { request as send } from 'node:http';
import { apiKeyRevoke } from '@portal/contract/api-keys';
import { patientList } from '@portal/contract/patients';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApiKey, makeUser, overridePermission, signedInAs, type SignedInUser } from './factories.ts';
import { openTestPortal, type TestPortal } from './harness.ts';

/** The length of every key: mark, prefix, and secret. */
const LENGTH = 60;
const BAD_KEY = 'This API key is not valid. It may be incomplete, expired, suspended or revoked.';
/** In the mark, the prefix and the secret, and where they meet. */
const POSITIONS = [0, 3, 4, 15, 16, 17, 40, 59];

const changed = (key: string, position: number) =>
  key.slice(0, position) + (key[position] === 'a' ? 'b' : 'a') + key.slice(position + 1);
const swapCase = (value: string) =>
  value.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

/** Bad Authorization headers made from a good key. */
const HEADERS: readonly [string, (key: string) => string][] = [
  ...POSITIONS.map((at): [string, (key: string) => string] => [
    `character ${at} changed`,
    (key) => `Bearer ${changed(key, at)}`,
  ]),
  ...POSITIONS.map((length): [string, (key: string) => string] => [
    `cut to ${length} characters`,
    (key) => `Bearer ${key.slice(0, length)}`,
  ]),
  ['one character more', (key) => `Bearer ${key}A`],
  ['the key twice', (key) => `Bearer ${key}${key}`],
  ['two keys', (key) => `Bearer ${key}, Bearer ${key}`],
  ['two keys with a space', (key) => `Bearer ${key} ${key}`],
  ['without the mark', (key) => `Bearer ${key.slice(4)}`],
  ['the mark in capitals', (key) => `Bearer MPK_${key.slice(4)}`],
  ['the secret in the other case', (key) => `Bearer ${key.slice(0, 17)}${swapCase(key.slice(17))}`],
  ['zeros as the secret', (key) => `Bearer ${key.slice(0, 17)}${'A'.repeat(43)}`],
  ['SQL in the prefix', (key) => `Bearer mpk_' or '1'='1_${key.slice(17)}`],
  ['a wildcard as the prefix', (key) => `Bearer mpk_${'%'.repeat(12)}_${key.slice(17)}`],
  ['a prototype property as the prefix', (key) => `Bearer mpk___proto_____${key.slice(16)}`],
  ['a Cyrillic letter in the mark', (key) => `Bearer m\u0440k_${key.slice(4)}`],
  ['a zero-width space', (key) => `Bearer ${key.slice(0, 20)}\u200B${key.slice(20)}`],
  ['a NUL at the end', (key) => `Bearer ${key}\0`],
  ['a line break inside', (key) => `Bearer ${key.slice(0, 30)}\n${key.slice(30)}`],
  ['two spaces before', (key) => `Bearer  ${key}`],
  ['a tab before', (key) => `Bearer\t${key}`],
  ['no space before', (key) => `Bearer${key}`],
  ['no scheme', (key) => key],
  ['Basic', (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
  ['ApiKey', (key) => `ApiKey ${key}`],
  ['Bearer twice', (key) => `Bearer Bearer ${key}`],
  ['10,000 characters', (key) => `Bearer ${key}${'A'.repeat(10_000)}`],
];

/** The status of a call with several Authorization headers. */
async function statusWith(origin: URL, authorization: readonly string[]) {
  const headers = ['host', origin.host, ...authorization.flatMap((value) => ['authorization', value])];
  const call = send(new URL('/api/patient', origin), { headers });
  call.end();
  const [response] = await once(call, 'response');
  response.resume();
  return response.statusCode;
}

describe('a bad API key', () => {
  let portal: TestPortal;
  let origin: URL;
  let admin: SignedInUser;
  let good: string;
  let addresses = 0;
  beforeAll(async () => {
    portal = await openTestPortal();
    origin = new URL(await portal.listen());
    admin = await signedInAs(portal, 'Admin');
    good = (await makeApiKey(portal, admin, ['Patient.View'])).token;
  });
  afterAll(() => portal.close());

  /** From a new address each time, so that the limit of wrong keys does not answer instead. */
  const ask = (authorization: string, url = '/api/patient') => {
    addresses += 1;
    const ip = `198.51.${addresses >> 8}.${addresses & 255}`;
    return portal.raw({ method: 'GET', url, headers: { authorization }, ip });
  };

  it('differs from a good one, which works', async () => {
    expect(good).toHaveLength(LENGTH);
    expect(await ask(`Bearer ${good}`)).toMatchObject({ status: 200 });
    expect(await ask(`bearer ${good}`)).toMatchObject({ status: 200 });
  });

  it.each(HEADERS)('is refused: %s', async (_what, header) => {
    const authorization = header(good);
    const answer = await ask(authorization);
    expect(answer.status).toBe(401);
    // Whatever looks like a key gets one response, which does not tell how close it was.
    const expected = /^Bearer +mpk_/i.test(authorization)
      ? { code: 'UNAUTHENTICATED', message: BAD_KEY }
      : {};
    expect(answer.body).toMatchObject(expected);
    expect(JSON.stringify(answer.body)).not.toContain(good.slice(17));
  });

  describe('is refused with the same response', () => {
    const same = { status: 401, body: { code: 'UNAUTHENTICATED', message: BAD_KEY } };

    it('with the prefix of another key', async () => {
      const other = (await makeApiKey(portal, admin, ['Patient.View'])).token;
      expect(await ask(`Bearer ${other.slice(0, 17)}${good.slice(17)}`)).toMatchObject(same);
      expect(await ask(`Bearer ${good.slice(0, 17)}${other.slice(17)}`)).toMatchObject(same);
    });

    it('when it is revoked', async () => {
      const key = await makeApiKey(portal, admin, ['Patient.View']);
      expect(await ask(`Bearer ${key.token}`)).toMatchObject({ status: 200 });
      await portal.succeed(apiKeyRevoke, { params: { id: key.id } }, admin);
      expect(await ask(`Bearer ${key.token}`)).toMatchObject(same);
    });

    it('when it has expired, to the millisecond', async () => {
      const key = await makeApiKey(portal, admin, ['Patient.View']);
      const expire = (ms: number) =>
        portal.owner.query(
          "update api_keys set created_at = created_at - interval '1 day', expires_at = $1 where id = $2",
          [new Date(portal.clock.now().getTime() + ms), key.id],
        );
      await expire(1);
      expect(await ask(`Bearer ${key.token}`)).toMatchObject({ status: 200 });
      await expire(0);
      expect(await ask(`Bearer ${key.token}`)).toMatchObject(same);
    });

    it('when its creator is inactive', async () => {
      const creator = await signedInAs(portal, 'Admin');
      const key = await makeApiKey(portal, creator, ['Patient.View']);
      await portal.owner.query('update users set is_active = false where id = $1', [creator.id]);
      expect(await ask(`Bearer ${key.token}`)).toMatchObject(same);
    });

    it('when it belongs to another practice', async () => {
      const elsewhere = await openTestPortal();
      const theirs = await makeApiKey(elsewhere, await signedInAs(elsewhere, 'Admin'), ['Patient.View']);
      await elsewhere.close();
      expect(await ask(`Bearer ${theirs.token}`)).toMatchObject(same);
    });

    it('when the stored hash is copied to another key', async () => {
      const [one, two] = [
        await makeApiKey(portal, admin, ['Patient.View']),
        await makeApiKey(portal, admin, ['Patient.View']),
      ];
      await portal.owner.query(
        'update api_keys set key_hash = (select key_hash from api_keys where id = $1) where id = $2',
        [one.id, two.id],
      );
      expect(await ask(`Bearer ${two.token}`)).toMatchObject(same);
      expect(await ask(`Bearer ${two.token.slice(0, 17)}${one.token.slice(17)}`)).toMatchObject(same);
    });
  });

  it('is refused with 403 when its creator has lost the permission, and for all others', async () => {
    const creator = await signedInAs(portal, 'Admin');
    const key = await makeApiKey(portal, creator, ['Patient.View']);
    await overridePermission(portal, creator.id, 'Patient.View', false);
    expect(await ask(`Bearer ${key.token}`)).toMatchObject({ status: 403 });
    expect(await ask(`Bearer ${good}`)).toMatchObject({ status: 200 });
  });

  it.each([
    ['a query parameter', '/api/patient?access_token=KEY'],
    ['another query parameter', '/api/patient?api_key=KEY'],
    ['the path', '/api/patient/KEY'],
    ['the live feed', '/hubs/activity?access_token=KEY'],
    ['the live feed with a connection', '/hubs/activity?id=KEY&access_token=KEY'],
  ])('is not accepted in %s', async (_where, url) => {
    addresses += 1;
    const answer = await portal.raw({ method: 'GET', url: url.replaceAll('KEY', good), ip: '198.51.100.9' });
    expect(answer.status).toBe(401);
  });

  it.each(['x-api-key', 'cookie', 'proxy-authorization', 'x-authorization'])(
    'is not accepted in the header %s',
    async (name) => {
      const headers = { [name]: name === 'cookie' ? `token=${good}` : `Bearer ${good}` };
      expect(await portal.raw({ method: 'GET', url: '/api/patient', headers })).toMatchObject({
        status: 401,
      });
    },
  );

  it.each(['GET', 'POST'])('does not open the live feed: %s', async (method) => {
    const url = method === 'POST' ? '/hubs/activity/negotiate?negotiateVersion=1' : '/hubs/activity';
    expect(await portal.raw({ method, url, token: good })).toMatchObject({ status: 401 });
  });

  it('gets no session, live ticket or form key', async () => {
    for (const [method, path] of [
      ['POST', '/auth/live-ticket'],
      ['POST', '/auth/heartbeat'],
      ['GET', '/auth/session'],
      ['GET', '/auth/sessions'],
      ['POST', '/auth/logout'],
    ] as const)
      expect(await portal.raw({ method, url: `/api${path}`, token: good })).toMatchObject({ status: 403 });
    expect(await portal.call(patientList, { query: {} }, admin)).toMatchObject({ status: 200 });
  });

  it('is not made of a session token, nor the other way round', async () => {
    for (const value of [
      `mpk_${admin.token}`,
      `${good.slice(0, 17)}${admin.token}`,
      `${admin.token}_${good.slice(17)}`,
      `${admin.token}${good}`,
      `${good}.${admin.token}`,
    ])
      expect([value.length, (await ask(`Bearer ${value}`)).status]).toEqual([value.length, 401]);
  });

  it('does not sign in as a password or user name', async () => {
    const user = await makeUser(portal);
    for (const body of [
      { username: user.userName, password: good },
      { username: good, password: good },
    ])
      expect(
        await portal.raw({
          method: 'POST',
          url: '/api/auth/login',
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify(body),
        }),
      ).toMatchObject({ status: 401 });
  });

  describe('over a real connection', () => {
    it.each([
      ['the same key twice', () => [`Bearer ${good}`, `Bearer ${good}`]],
      ['a good and a bad key', () => [`Bearer ${good}`, 'Bearer mpk_x']],
      ['a bad and a good key', () => ['Bearer mpk_x', `Bearer ${good}`]],
      ['a key and a session', () => [`Bearer ${good}`, `Bearer ${admin.token}`]],
      ['a key and an empty header', () => [`Bearer ${good}`, '']],
    ])('is refused in several headers: %s', async (_what, headers) => {
      expect(await statusWith(origin, headers())).toBe(401);
    });
  });
});
