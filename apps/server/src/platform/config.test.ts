import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError, readConfig, SETTINGS } from './config.ts';

describe('settings', () => {
  it('by default, the portal listens on this machine only and uses an embedded database', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      metrics: undefined,
      host: '127.0.0.1',
      workers: 1,
      dataDir: './data',
      databaseUrl: undefined,
      migrationDatabaseUrl: undefined,
      listenDatabaseUrl: undefined,
      readDatabaseUrl: undefined,
      databasePoolSize: 16,
      databaseWaitMs: 4000,
      masterKey: undefined,
      backup: { passphrase: undefined, recipients: [], nightly: undefined },
      speechServer: undefined,
      webhooks: { privateNetworks: [], caFile: undefined },
      trustedProxies: [],
      allowedOrigins: [],
      checksHost: false,
      isDemo: false,
      fixedPractice: { clock: '12', emailDomain: 'practice.example', otherStates: false },
      overtime: { weekly: 144_000, daily: null },
      logLevel: 'info',
      rateLimitPerMinute: 6000,
      apiKeyRateLimitPerMinute: 600,
      openApi: true,
    });
  });

  it('empty settings count as unset, and unrelated variables are ignored', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', PATH: '/bin', HOSTNAME: 'x' })).toEqual(readConfig({}));
  });

  it('lists are separated by commas, and spaces around items are ignored', () => {
    expect(
      readConfig({
        TRUSTED_PROXIES: '10.0.0.0/8 , 2001:db8::1,,',
        ALLOWED_ORIGINS: 'https://portal.example,http://localhost:5173',
      }),
    ).toMatchObject({
      trustedProxies: ['10.0.0.0/8', '2001:db8::1'],
      allowedOrigins: ['https://portal.example', 'http://localhost:5173'],
    });
  });

  it('lets the live connection open from the public URL', () => {
    expect(
      readConfig({ PUBLIC_URL: 'https://portal.example', ALLOWED_ORIGINS: 'https://old.example' }),
    ).toMatchObject({
      publicUrl: 'https://portal.example',
      allowedOrigins: ['https://portal.example', 'https://old.example'],
    });
  });

  const oidc = {
    OIDC_ISSUER: 'https://login.example/tenant',
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: 'secret',
  };

  const domainOf = (env: Record<string, string>) =>
    readConfig({ ...oidc, EMAIL_DOMAIN: 'Practice.example', ...env }).sso?.domain;

  it('single sign-on at Google is restricted to the domain of the practice', () => {
    const google = { OIDC_ISSUER: 'https://accounts.google.com' };
    expect(domainOf({})).toBeUndefined();
    expect(domainOf(google)).toBe('practice.example');
    expect(domainOf({ ...google, OIDC_DOMAIN: 'Clinic.example' })).toBe('clinic.example');
    expect(domainOf({ OIDC_DOMAIN: 'clinic.example' })).toBe('clinic.example');
    expect(readConfig({ ...oidc, ...google }).sso?.isDomainAssumed).toBe(true);
    expect(readConfig({ ...oidc, ...google, OIDC_DOMAIN: 'clinic.example' }).sso?.isDomainAssumed).toBe(
      false,
    );
    expect(() => domainOf({ OIDC_DOMAIN: 'not a domain' })).toThrow('OIDC_DOMAIN must be a domain name');
  });

  it('single sign-on needs an issuer, a client and its secret', () => {
    expect(readConfig({ ...oidc, PUBLIC_URL: 'https://portal.example', OIDC_NAME: 'Entra ID' }).sso).toEqual({
      issuer: 'https://login.example/tenant',
      clientId: 'portal',
      clientSecret: 'secret',
      name: 'Entra ID',
      scopes: 'openid email profile',
      redirectUri: 'https://portal.example/api/auth/sso/callback',
      afterLogoutUri: 'https://portal.example/login',
      domain: undefined,
      isDomainAssumed: false,
      passwordOnlyFor: undefined,
    });
    expect(readConfig({ ...oidc, PORT: '3100', PASSWORD_SIGN_IN: 'ada' }).sso).toMatchObject({
      redirectUri: 'http://localhost:3100/api/auth/sso/callback',
      passwordOnlyFor: 'ada',
    });
    expect(() => readConfig({ OIDC_ISSUER: oidc.OIDC_ISSUER })).toThrow(
      'Single sign-on also needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.',
    );
    expect(() => readConfig({ PASSWORD_SIGN_IN: 'ada' })).toThrow(
      'PASSWORD_SIGN_IN can only turn off passwords if single sign-on is set up',
    );
  });

  it.each([
    'http://login.example',
    'ftp://login.example',
    'login.example',
    'https://login.example/.well-known/openid-configuration',
    'https://login.example/?tenant=1',
    'https://user@login.example',
  ])('refuses the issuer %s', (issuer) => {
    expect(() => readConfig({ ...oidc, OIDC_ISSUER: issuer })).toThrow('OIDC_ISSUER must be the address');
  });

  it.each([
    ['PORT', 'eighty', 'PORT must be a number'],
    ['PORT', '70000', 'PORT'],
    ['PORT', '-1', 'PORT'],
    ['METRICS_PORT', 'eighty', 'METRICS_PORT must be a number'],
    ['METRICS_PORT', '65536', 'METRICS_PORT'],
    ['METRICS_PORT', '3000', 'METRICS_PORT and PORT must be different'],
    ['DATABASE_URL', 'mysql://root:hunter2@x/y', 'DATABASE_URL must look like postgres:'],
    ['MIGRATION_DATABASE_URL', 'hunter2', 'MIGRATION_DATABASE_URL must look like postgres:'],
    ['DATABASE_POOL_SIZE', '1', 'DATABASE_POOL_SIZE'],
    ['MASTER_KEY', 'hunter2', 'MASTER_KEY must be 32 bytes in base64'],
    ['BACKUP_PASSPHRASE', 'hunter2', 'BACKUP_PASSPHRASE must have at least 12 characters'],
    ['BACKUP_RECIPIENT', 'age1qq,hunter2', 'BACKUP_RECIPIENT must be public keys'],
    ['BACKUP_TIME', '24:00', 'BACKUP_TIME must be a time such as 02:00'],
    ['BACKUP_KEEP_DAYS', '0', 'BACKUP_KEEP_DAYS'],
    ['BACKUP_DIR', '/backups', 'BACKUP_DIR also needs BACKUP_RECIPIENT or BACKUP_PASSPHRASE'],
    ['PRACTICE_TIME_ZONE', 'Mars/Olympus', 'PRACTICE_TIME_ZONE must be an IANA zone'],
    ['PRACTICE_CLOCK', '13', 'PRACTICE_CLOCK must be 12 or 24'],
    ['TRUSTED_PROXIES', '10.0.0.0/8, hunter2', 'TRUSTED_PROXIES must be IP addresses or networks'],
    ['ALLOWED_ORIGINS', 'portal.example', 'ALLOWED_ORIGINS must be origins'],
    ['ALLOWED_ORIGINS', 'https://portal.example/path', 'ALLOWED_ORIGINS must be origins'],
    ['SPEECH_SERVER', 'https://speech.example', 'SPEECH_SERVER must be an address'],
    ['SPEECH_SERVER', 'ws://speech.example', 'SPEECH_SERVER must be an address'],
    ['SPEECH_SERVER', 'wss://speech.example/x', 'SPEECH_SERVER must be an address'],
    ['PUBLIC_URL', 'portal.example', 'PUBLIC_URL must be an origin'],
    ['PUBLIC_URL', 'http://portal.example', 'PUBLIC_URL must be an origin'],
    ['PUBLIC_URL', 'https://portal.example/', 'PUBLIC_URL must be an origin'],
    ['PUBLIC_URL', 'https://user@portal.example', 'PUBLIC_URL must be an origin'],
    ['EMAIL_DOMAIN', 'not a domain', 'EMAIL_DOMAIN must be a domain name'],
    ['RATE_LIMIT_PER_MINUTE', '1', 'RATE_LIMIT_PER_MINUTE'],
    ['OVERTIME_WEEKLY_HOURS', 'forty', 'OVERTIME_WEEKLY_HOURS must be a number of hours'],
    ['OVERTIME_WEEKLY_HOURS', '0', 'OVERTIME_WEEKLY_HOURS must be greater than 0'],
    ['OVERTIME_DAILY_HOURS', '25', 'OVERTIME_DAILY_HOURS can be at most 24'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL'],
    ['OPENAPI', 'maybe', 'OPENAPI'],
  ])('an invalid setting is reported in one line, without its value: %s=%s', (name, value, sentence) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(sentence);
    expect(read).not.toThrow(/hunter2|\n/);
  });

  const app = 'postgres://app:hunter2@pooler/portal';
  const owner = 'postgres://owner:hunter2@server/portal';
  const listen = 'postgres://app:hunter2@server/portal';

  it.each([
    ['no database', {}, 'LISTEN_DATABASE_URL and READ_DATABASE_URL also need DATABASE_URL'],
    ['one login', { DATABASE_URL: app }, 'also needs MIGRATION_DATABASE_URL with another user'],
    [
      'the owner’s login',
      { DATABASE_URL: owner, MIGRATION_DATABASE_URL: owner },
      'LISTEN_DATABASE_URL and DATABASE_URL must have the same user',
    ],
  ])('a way past a pooler is refused with %s', (_what, settings, sentence) => {
    const read = () => readConfig({ LISTEN_DATABASE_URL: listen, ...settings });
    expect(read).toThrow(sentence);
    expect(read).not.toThrow(/hunter2/);
    expect(
      readConfig({ LISTEN_DATABASE_URL: listen, DATABASE_URL: app, MIGRATION_DATABASE_URL: owner }),
    ).toMatchObject({ databaseUrl: app, listenDatabaseUrl: listen });
  });

  it.each(SETTINGS)(
    '%s with a carriage return, outer spaces or quotation marks is refused in words',
    (name) => {
      const value = 'hunter2-hunter2';
      for (const [mistyped, sentence] of [
        [`${value}\r`, 'contains a line break or another control character'],
        [`${value}\u0000`, 'contains a line break or another control character'],
        [`${value} `, 'begins or ends with a space'],
        [`\u00a0${value}`, 'begins or ends with a space'],
        [`\ufeff${value}`, 'begins or ends with a space'],
        [`"${value}"`, 'is in quotation marks'],
        [`'${value}'`, 'is in quotation marks'],
        [`“${value}”`, 'is in quotation marks'],
      ] as const) {
        const read = () => readConfig({ [name]: mistyped });
        expect(read).toThrow(`Invalid settings. ${name}: ${name} ${sentence}`);
        expect(read).not.toThrow(/hunter2|[\r\n]/);
      }
    },
  );

  it('takes quotation marks and spaces inside a value', () => {
    const passphrase = `copper "lantern's" meadow`;
    expect(readConfig({ BACKUP_PASSPHRASE: passphrase }).backup.passphrase).toBe(passphrase);
  });

  it('names and passphrases are the same in every Unicode form', () => {
    const read = ['NFC', 'NFD'].map((form) => {
      const { backup, fixedPractice, sso } = readConfig({
        BACKUP_PASSPHRASE: 'Zürich-Ångström-Café'.normalize(form),
        PRACTICE_NAME: 'Clínica Peña'.normalize(form),
        ...oidc,
        OIDC_NAME: 'Über-Login'.normalize(form),
      });
      return [backup.passphrase, fixedPractice.name, sso?.name];
    });
    const normal = ['Zürich-Ångström-Café', 'Clínica Peña', 'Über-Login'];
    expect(read).toEqual([normal, normal]);
  });

  it('takes every name of a time zone, and uses the current one', () => {
    for (const [given, zone] of [
      ['America/Indiana/Indianapolis', 'America/Indiana/Indianapolis'],
      ['America/Louisville', 'America/Kentucky/Louisville'],
      ['US/Central', 'America/Chicago'],
    ])
      expect(readConfig({ PRACTICE_TIME_ZONE: given }).fixedPractice.timeZone).toBe(zone);
  });

  it('several invalid settings are reported together', () => {
    expect(() => readConfig({ PORT: 'x', EMAIL_DOMAIN: '-', LOG_LEVEL: 'loud' })).toThrow(
      /PORT.*EMAIL_DOMAIN.*LOG_LEVEL/,
    );
  });
});

async function secretFile(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-secret-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'secret');
  await writeFile(path, text);
  return path;
}

/** Why these settings are refused; blank if they are not. */
function problemOf(env: Record<string, string>): string {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

describe('secrets in files', () => {
  const secrets = SETTINGS.filter((name) => /DATABASE_URL|KEY$|SECRET|PASSPHRASE/.test(name));

  it('are read, without the line end after them', async () => {
    for (const end of ['', '\n', '\r\n'])
      expect(
        readConfig({ DATABASE_URL_FILE: await secretFile(`postgres://portal:hunter2@db/portal${end}`) })
          .databaseUrl,
      ).toBe('postgres://portal:hunter2@db/portal');
  });

  it.each(secrets)('%s may be in a file: readable, not empty and the only source', async (name) => {
    const named = `${name}_FILE`;
    const path = await secretFile('"hunter2-hunter2"\n');
    const problems = [
      problemOf({ [named]: path }),
      problemOf({ [named]: path, [name]: 'hunter2-hunter2' }),
      problemOf({ [named]: await secretFile('\n') }),
      problemOf({ [named]: '/none/secret' }),
      problemOf({ [named]: '/none/secret\r' }),
    ];
    expect(problems).toEqual([
      expect.stringContaining(`${name}: ${name} is in quotation marks`),
      expect.stringContaining(`${named}: ${name} is also set`),
      expect.stringMatching(new RegExp(`${named}: the file /\\S+ is empty`)),
      expect.stringContaining(`${named}: the file /none/secret cannot be read (ENOENT)`),
      expect.stringContaining(`${named}: the path contains a line break`),
    ]);
    expect(problems.join('\n')).not.toContain('hunter2');
  });
});

/** A valid value of a secret. The owner of the tables is another login. */
const secretOf = (name: string) => {
  if (!name.endsWith('URL')) return `${'k'.repeat(42)}A=`;
  return `postgres://${name.startsWith('MIGRATION') ? 'owner' : 'app'}@db/portal`;
};

it('.env.example has every setting, with valid values, and sets none', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../../.env.example'), 'utf8');
  const given = [...text.matchAll(/^#([A-Z\d_]+)=(.+)$/gm)].map(([, name = '', value = '']) => {
    const secret = name.replace(/_FILE$/, '');
    return SETTINGS.includes(name) ? [name, value] : [secret, secretOf(secret)];
  });
  expect(new Set(given.map(([name]) => name))).toEqual(new Set(SETTINGS));
  expect(() => readConfig(Object.fromEntries(given))).not.toThrow();
  expect(text).not.toMatch(/^[^#\n]/m);
});
