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
  ...claim('iss', 'https://evil.example', '', undefined, null, 7, ['https://evil.example'], {}),
  ...claim(
    'iss',
    (good: Claims) => `${String(good['iss'])}/`,
    (good: Claims) => `${String(good['iss'])}.evil.example`,
    (good: Claims) => String(good['iss']).replace('http:', 'https:'),
    (good: Claims) => [good['iss']],
  ),
  ...claim('aud', 'other', '', [], ['other'], 7, undefined, null, {}, 'PORTAL', 'portal ', [
    'portal',
    'other',
  ]),
  claims('azp of another client', { azp: 'other' }),
  claims('several audiences for another client', { aud: ['portal', 'other'], azp: 'other' }),
  claims('token of another client', { aud: 'other', azp: 'other' }),
  claims('token of another client that names us in azp', { aud: 'other', azp: HOSTILE_CLIENT.id }),
  ...claim('nonce', 'wrong', undefined, '', 7, null, {}),
  ...claim(
    'nonce',
    (good: Claims) => [good['nonce']],
    (good: Claims) => `${String(good['nonce'])} `,
    (good: Claims) => String(good['nonce']).slice(1),
  ),
  ...claim('exp', at(-301), at(-300), at(-86_400), 0, -1, undefined, null, '9999999999', {}),
  ...claim('nbf', at(302), at(86_400), 'later', {}, null),
  ...claim('iat', at(302), at(-302), at(86_400), at(-86_400), 0, undefined, null, 'now', 1e300),
  ...claim('sub', undefined, '', 7, null, ['person-1'], {}, 'x'.repeat(256), 'x'.repeat(20_000)),
  ...claim('sub', 'a\u0000b', 'a\nb', 'pérson', 'a\ud800', '\u202eperson-1'),
];

const SIGNATURES: readonly Attack[] = [
  ...['none', 'None', 'NONE', 'nOnE', '', 'RS1', 'HS1', 'dir', 'RSA-OAEP', 'ES256', 'EdDSA', 'PS256'].map(
    (alg): Attack =>
      token(`alg “${alg}”, unsigned`, (header, good) => `${encoded({ ...header, alg })}.${encoded(good)}.`),
  ),
  ...[undefined, null, 7, ['RS256'], {}].map((alg): Attack =>
    token(`alg ${show(alg)}`, (header, good, issuer) => issuer.sign({ ...header, alg }, good)),
  ),
  token('RS256, unsigned', (header, good) => `${encoded(header)}.${encoded(good)}.`),
  ...(['HS256', 'HS384', 'HS512'] as const).flatMap((alg): Attack[] => {
    const hash = alg.replace('HS', 'sha');
    return [
      token(`${alg} with the client's secret`, (header, good, issuer) =>
        issuer.authenticate({ ...header, alg }, good, HOSTILE_CLIENT.secret, hash),
      ),
      token(`${alg} with the public key`, (header, good, issuer) =>
        issuer.authenticate({ ...header, alg }, good, pem(issuer), hash),
      ),
      token(`${alg} with nothing`, (header, good, issuer) =>
        issuer.authenticate({ ...header, alg }, good, '', hash),
      ),
    ];
  }),
  token('another key under the known kid', (header, good, issuer) =>
    issuer.sign(header, good, issuer.otherKey.privateKey),
  ),
  token('another key, unknown kid', (header, good, issuer) =>
    issuer.sign({ ...header, kid: 'k2' }, good, issuer.otherKey.privateKey),
  ),
  token('another key without kid', ({ kid: _kid, ...header }, good, issuer) =>
    issuer.sign(header, good, issuer.otherKey.privateKey),
  ),
  token('another key in jwk', (header, good, issuer) =>
    issuer.sign(
      { ...header, jwk: issuer.otherKey.publicKey.export({ format: 'jwk' }) },
      good,
      issuer.otherKey.privateKey,
    ),
  ),
  ...['jku', 'x5u'].map((name): Attack =>
    token(`another key in ${name}`, (header, good, issuer) =>
      issuer.sign({ ...header, [name]: `${issuer.url}/keys`, kid: 'k2' }, good, issuer.otherKey.privateKey),
    ),
  ),
  token('the right key, unknown kid', (header, good, issuer) => issuer.sign({ ...header, kid: 'k9' }, good)),
  token('kid is a path', (header, good, issuer) => issuer.sign({ ...header, kid: '../../etc/passwd' }, good)),
  token('crit', (header, good, issuer) => issuer.sign({ ...header, crit: ['exp'] }, good)),
  altered('signature stripped', ([header, body]) => `${header}.${body}`),
  altered('signature empty', ([header, body]) => `${header}.${body}.`),
  altered('signature cut', (_parts, good) => good.slice(0, -20)),
  altered('signature of zeros', ([header, body]) => `${header}.${body}.${'A'.repeat(342)}`),
  altered('payload altered', ([header, body = '', signature]) => {
    const read: Claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    return `${header}.${encoded({ ...read, email_verified: true, sub: 'admin' })}.${signature}`;
  }),
  altered(
    'header altered',
    ([, body, signature]) => `${encoded({ alg: 'RS256', kid: 'k1', x: 1 })}.${body}.${signature}`,
  ),
  altered('four parts', (_parts, good) => `${good}.x`),
  altered('five parts', (_parts, good) => `${good}.x.x`),
  altered('not base64', ([header, , signature]) => `${header}.%%%.${signature}`),
  altered(
    'payload is not JSON',
    ([header, , signature]) => `${header}.${Buffer.from('{').toString('base64url')}.${signature}`,
  ),
  altered('empty', () => ''),
  altered('only dots', () => '..'),
  altered('twice', (_parts, good) => `${good} ${good}`),
  ...[null, [], 'text', 7].map((value): Attack =>
    token(`payload is ${show(value)}`, (header, _good, issuer) => issuer.sign(header, value)),
  ),
];

/** ID tokens that must be refused. */
export const TOKEN_ATTACKS: readonly Attack[] = [...CLAIMS, ...SIGNATURES];
