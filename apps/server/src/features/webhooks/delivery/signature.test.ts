import { describe, expect, it } from 'vitest';
import { isAccepted } from '#test/accepted-message.ts';
import type { ReceivedMessage } from '#test/webhook-receiver.ts';
import { TEST_KEYS, TEST_NOW } from '#test/settings.ts';
import { sealSecret, signingSecrets } from './secrets.ts';
import { createSecret, signedHeaders } from './signature.ts';

const ID = '01989f3c-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
const BODY = '{"type":"patient.created","data":{"entityId":"1"}}';
const secret = createSecret();
const other = createSecret();
const message = (...secrets: string[]): ReceivedMessage => ({
  headers: signedHeaders({ id: ID, at: TEST_NOW, body: BODY }, secrets),
  body: BODY,
});
const good = message(secret);
const signature = good.headers['webhook-signature'] ?? '';
const changed = (headers: Record<string, string | undefined>, body = BODY): ReceivedMessage => ({
  headers: Object.fromEntries(
    Object.entries({ ...good.headers, ...headers }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  ),
  body,
});
const sentAt = Number(good.headers['webhook-timestamp']);

describe('what a receiver with the library of Standard Webhooks accepts', () => {
  it('the message, up to five minutes later', () => {
    expect(isAccepted(secret, good)).toBe(true);
    expect(isAccepted(secret, good, { secondsLater: 300 })).toBe(true);
  });

  it('after a rotation, a message with both signatures', () => {
    expect(isAccepted(secret, message(other, secret))).toBe(true);
    expect(isAccepted(other, message(other, secret))).toBe(true);
  });
});

describe('what it refuses', () => {
  const bytes = Buffer.from(signature.slice(3), 'base64');
  const flipped = (index: number) => {
    const copy = Buffer.from(bytes);
    copy[index] = (copy[index] ?? 0) ^ 1;
    return `v1,${copy.toString('base64')}`;
  };
  it.each<[string, ReceivedMessage]>([
    ['a changed kind', changed({}, BODY.replace('created', 'updated'))],
    ['a changed id of the record', changed({}, BODY.replace('"1"', '"2"'))],
    ['an added space', changed({}, `${BODY} `)],
    ['a removed character', changed({}, BODY.slice(0, -1))],
    ['an empty body', changed({}, '')],
    ['the same JSON, written differently', changed({}, JSON.stringify(JSON.parse(BODY), null, 1))],
    ['another id', changed({ 'webhook-id': ID.replace('0', '1') })],
    ['a longer id', changed({ 'webhook-id': `${ID}.` })],
    ['an empty id', changed({ 'webhook-id': '' })],
    ['no id', changed({ 'webhook-id': undefined })],
    ['a later time', changed({ 'webhook-timestamp': String(sentAt + 1) })],
    ['an earlier time', changed({ 'webhook-timestamp': String(sentAt - 1) })],
    ['a time in milliseconds', changed({ 'webhook-timestamp': String(sentAt * 1000) })],
    ['a time that is no number', changed({ 'webhook-timestamp': 'now' })],
    ['no time', changed({ 'webhook-timestamp': undefined })],
    ['no signature', changed({ 'webhook-signature': undefined })],
    ['an empty signature', changed({ 'webhook-signature': '' })],
    ['a blank signature', changed({ 'webhook-signature': 'v1,' })],
    ['version v0', changed({ 'webhook-signature': signature.replace('v1', 'v0') })],
    ['version v2', changed({ 'webhook-signature': signature.replace('v1', 'v2') })],
    ['version v1a', changed({ 'webhook-signature': signature.replace('v1', 'v1a') })],
    ['no version', changed({ 'webhook-signature': signature.slice(3) })],
    ['the first half of the signature', changed({ 'webhook-signature': signature.slice(0, 24) })],
    ['a longer signature', changed({ 'webhook-signature': `${signature}A` })],
    ['a signature in hexadecimal', changed({ 'webhook-signature': `v1,${bytes.toString('hex')}` })],
    ['a signature in capitals', changed({ 'webhook-signature': `v1,${signature.slice(3).toUpperCase()}` })],
    ['the signature of another secret', message(other)],
    ['signatures of two other secrets', message(other, createSecret())],
    ['a changed first bit', changed({ 'webhook-signature': flipped(0) })],
    ['a changed last bit', changed({ 'webhook-signature': flipped(31) })],
    [
      'the body and the id in another order',
      {
        ...good,
        headers: {
          ...good.headers,
          ...signedHeaders({ id: BODY, at: TEST_NOW, body: ID }, [secret]),
          'webhook-id': ID,
        },
      },
    ],
  ])('%s', (_what, forged) => expect(isAccepted(secret, forged)).toBe(false));

  it.each(Array.from({ length: 32 }, (_, index) => index))('a changed byte %i of the signature', (index) =>
    expect(isAccepted(secret, changed({ 'webhook-signature': flipped(index) }))).toBe(false),
  );

  it.each([301, 600, 86_400, -301])('a replay %i seconds later', (secondsLater) =>
    expect(isAccepted(secret, good, { secondsLater })).toBe(false),
  );
});

const row = {
  secret: sealSecret(TEST_KEYS, ID, secret),
  old_secrets: [sealSecret(TEST_KEYS, ID, other)],
};

describe('secrets', () => {
  it('have 32 random bytes in the format of Standard Webhooks', () => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(createSecret()).not.toBe(secret);
  });

  it('are stored encrypted for one webhook', () => {
    expect(row.secret.includes(secret.slice(6))).toBe(false);
    expect(() => signingSecrets(TEST_KEYS, 'another', row)).toThrow(
      'Unsupported state or unable to authenticate data',
    );
  });

  it('sign together, the current one first', () =>
    expect(signingSecrets(TEST_KEYS, ID, row)).toEqual([secret, other]));
});
