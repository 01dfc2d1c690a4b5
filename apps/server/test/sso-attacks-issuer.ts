import type { Claims, HostileIssuer, Misbehavior, Reply } from './hostile-issuer.ts';
import type { Attack } from './sso-attacks-token.ts';

const HTML = '<!doctype html><script>alert(1)</script><h1>Sign in</h1>';
const cut: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"access_token": "ab');
  response.destroy();
};
/** Replies that no endpoint of an issuer may give. */
const BAD_REPLIES: readonly (readonly [string, Reply])[] = [
  ['a page', { body: HTML }],
  ['status 503', { status: 503, body: {} }],
  ['status 204', (response) => void response.writeHead(204).end()],
  ['nothing', { type: 'application/json', body: '' }],
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }],
  ['a cut connection', (response) => void response.destroy()],
  ['a cut response', cut],
];
const replies = (what: 'tokenReply' | 'keys' | 'discovery', where: string): Attack[] =>
  BAD_REPLIES.map(([name, reply]) => [`${where}: ${name}`, { [what]: () => reply } satisfies Misbehavior]);

const tokenReply = (name: string, change: Claims): Attack => [
  `token endpoint: ${name}`,
  { tokenReply: (good) => ({ body: { ...good, ...change } }) },
];
const tokenError = (error: unknown, description = ''): Attack => [
  `token endpoint: error ${JSON.stringify(error)}`,
  { tokenReply: () => ({ status: 400, body: { error, error_description: description } }) },
];
const keys = (name: string, change: (good: Claims, issuer: HostileIssuer) => unknown): Attack => [
  `keys: ${name}`,
  { keys: ([good = {}], issuer) => ({ body: { keys: change(good, issuer) } }) },
];
const discovery = (name: string, change: Claims): Attack => [
  `discovery: ${name}`,
  { discovery: (good) => ({ body: { ...good, ...change } }) },
];
const userinfo = (name: string, reply: (good: Claims) => Reply): Attack => [
  `userinfo: ${name}`,
  { claims: ({ email: _email, email_verified: _verified, ...good }) => good, userinfo: reply },
];

/** Responses of an issuer's endpoints with which nobody may be signed in. */
export const ISSUER_ATTACKS: readonly Attack[] = [
  ...replies('tokenReply', 'token endpoint'),
  tokenReply('no ID token', { id_token: undefined }),
  tokenReply('5 MB more', { filler: 'x'.repeat(5_000_000) }),
  tokenError('invalid_grant'),
  tokenError('invalid_client'),
  tokenError('__proto__'),
  tokenError(HTML, HTML),
  tokenError(7),
  ...replies('keys', 'keys'),
  keys('none', () => []),
  keys('another key under the ID', (good, issuer) => [
    { ...good, ...issuer.otherKey.publicKey.export({ format: 'jwk' }) },
  ]),
  ...replies('discovery', 'discovery'),
  discovery('another issuer', { issuer: 'https://evil.example' }),
  discovery('no issuer', { issuer: undefined }),
  discovery('issuer of all tenants', { issuer: 'https://login.example/{tenantid}/v2.0' }),
  discovery('no authorization endpoint', { authorization_endpoint: undefined }),
  discovery('token endpoint is a file', { token_endpoint: 'file:///etc/passwd' }),
  discovery('authorization endpoint is a script', { authorization_endpoint: 'javascript:alert(1)' }),
  discovery('unsigned tokens only', { id_token_signing_alg_values_supported: ['none'] }),
  discovery('shared secrets only', { id_token_signing_alg_values_supported: ['HS256', 'HS512'] }),
  userinfo('of another person', (good) => ({ body: { ...good, sub: 'person-2' } })),
  userinfo('unverified', (good) => ({ body: { ...good, email_verified: false } })),
  ...BAD_REPLIES.map(([name, reply]) => userinfo(name, () => reply)),
];

const person = (name: string, change: (email: string) => Claims): Attack => [
  `email: ${name}`,
  { claims: (good) => ({ ...good, ...change(String(good['email'])) }) },
];

/** Identities whose email address belongs to nobody for sure; `email` is that of an active user. */
export const EMAIL_ATTACKS: readonly Attack[] = [
  person('unverified', () => ({ email_verified: false })),
  [
    'email: verified is missing, here and at the userinfo endpoint',
    {
      claims: (good) => ({ ...good, email_verified: undefined }),
      userinfo: (good) => ({ body: { ...good, email_verified: undefined } }),
    },
  ],
  ...['false', 'yes', '1', 'TRUE', ' true', ''].map((text) =>
    person(`verified is the text "${text}"`, () => ({ email_verified: text })),
  ),
  person('verified is a number', () => ({ email_verified: 1 })),
  person('verified is an object', () => ({ email_verified: {} })),
  person('claim of Entra ID from another issuer', () => ({ email_verified: undefined, xms_edov: true })),
  person('null', () => ({ email: null })),
  person('empty', () => ({ email: '' })),
  person('a list', (email) => ({ email: [email] })),
  person('an object', (email) => ({ email: { email } })),
  person('two addresses', (email) => ({ email: `${email},${email}` })),
  person('with a name', (email) => ({ email: `Test User <${email}>` })),
  person('space before', (email) => ({ email: ` ${email}` })),
  person('space after', (email) => ({ email: `${email} ` })),
  person('line break', (email) => ({ email: `${email}\n` })),
  person('null byte', (email) => ({ email: `${email}\u0000` })),
  person('Cyrillic letter', (email) => ({ email: email.replace('e', 'е') })),
  person('Kelvin sign', (email) => ({ email: email.replace('k', '\u212a') })),
  person('fullwidth letter', (email) => ({ email: email.replace('u', 'ｕ') })),
  person('combining mark', (email) => ({ email: email.replace('e', 'e\u0301') })),
  person('invisible character', (email) => ({ email: email.replace('@', '\u200b@') })),
  person('wildcards', () => ({ email: '%@practice.example' })),
  person('SQL', (email) => ({ email: `${email}' or '1'='1` })),
  person('20,000 characters', (email) => ({ email: `${'x'.repeat(20_000)}${email}` })),
  person('of nobody', () => ({ email: 'nobody@practice.example' })),
];
