import { HOSTILE_CLIENT, type Claims, type HostileIssuer, type Misbehavior } from './hostile-issuer.ts';

/** A named misbehavior of the issuer after which nobody may be signed in. */
export type Attack = readonly [name: string, misbehavior: Misbehavior];

const show = (value: unknown) => (value === undefined ? 'missing' : JSON.stringify(value).slice(0, 40));
/** One attack for each value of a claim; functions compute it from the good claims. */
const claim = (name: string, ...values: readonly unknown[]): Attack[] =>
  values.map((value, at) => [
    `${name} ${typeof value === 'function' ? `of kind ${at + 1}` : show(value)}`,
    {
      claims: (good, issuer) => ({
        ...good,
        [name]: typeof value === 'function' ? value(good, issuer) : value,
      }),
    },
  ]);
const claims = (name: string, change: Claims): Attack => [
  name,
  { claims: (good) => ({ ...good, ...change }) },
];
const token = (name: string, make: NonNullable<Misbehavior['token']>): Attack => [name, { token: make }];
/** A token that is correct except for what `change` does to its text. */
const altered = (name: string, change: (parts: string[], good: string) => string): Attack =>
  token(name, (header, good, issuer) => {
    const text = issuer.sign(header, good);
    return change(text.split('.'), text);
  });

const at = (offset: number) => (_good: Claims, issuer: HostileIssuer) => issuer.now + offset;
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const pem = (issuer: HostileIssuer) => issuer.key.publicKey.export({ format: 'pem', type: 'spki' });

const CLAIMS: readonly Attack[] = [
  ...claim('iss', 'https://evil.example', undefined),
  ...claim('aud', 'other', undefined, ['portal', 'other']),
  claims('azp of another client', { azp: 'other' }),
  claims('several audiences for another client', { aud: ['portal', 'other'], azp: 'other' }),
  claims('token of another client', { aud: 'other', azp: 'other' }),
  claims('token of another client that names us in azp', { aud: 'other', azp: HOSTILE_CLIENT.id }),
  ...claim('nonce', 'wrong', undefined),
  ...claim('exp', at(-301), at(-300), undefined),
  ...claim('nbf', at(302)),
  ...claim('iat', at(302), at(-302), undefined, 1e300),
  ...claim('sub', '', 7, 'x'.repeat(256)),
  ...claim('sub', 'a\u0000b', 'a\nb', 'pérson'),
];

const SIGNATURES: readonly Attack[] = [
  token('alg none, unsigned', (header, good) => `${encoded({ ...header, alg: 'none' })}.${encoded(good)}.`),
  token('RS256, unsigned', (header, good) => `${encoded(header)}.${encoded(good)}.`),
  token("HS256 with the client's secret", (header, good, issuer) =>
    issuer.authenticate({ ...header, alg: 'HS256' }, good, HOSTILE_CLIENT.secret),
  ),
  token('HS256 with the public key', (header, good, issuer) =>
    issuer.authenticate({ ...header, alg: 'HS256' }, good, pem(issuer)),
  ),
  token('another key under the known kid', (header, good, issuer) =>
    issuer.sign(header, good, issuer.otherKey.privateKey),
  ),
  token('another key, unknown kid', (header, good, issuer) =>
    issuer.sign({ ...header, kid: 'k2' }, good, issuer.otherKey.privateKey),
  ),
  token('the right key, unknown kid', (header, good, issuer) => issuer.sign({ ...header, kid: 'k9' }, good)),
  altered('signature stripped', ([header, body]) => `${header}.${body}`),
  altered('payload altered', ([header, body = '', signature]) => {
    const read: Claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    return `${header}.${encoded({ ...read, email_verified: true, sub: 'admin' })}.${signature}`;
  }),
];

/** ID tokens that must be refused. */
export const TOKEN_ATTACKS: readonly Attack[] = [...CLAIMS, ...SIGNATURES];
