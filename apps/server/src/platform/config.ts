import { parseIpRange } from '@portal/domain/ip-range';
import { CLOCKS, type PracticeClock } from '@portal/domain/clock';
import type { OvertimeRule } from '@portal/domain/overtime';
import { currentZoneName } from '@portal/domain/time-zone';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { databaseEnvironment, databaseSettings, type DatabaseSettings } from './database-config.ts';
import {
  flag,
  hours,
  isPublicOrigin,
  isS3Endpoint,
  isSpeechServer,
  list,
  SHORTEST_PASSPHRASE,
  timeZone,
  typingProblem,
  withSecretFiles,
  workerCount,
} from './setting-values.ts';
import { ssoEnvironment, ssoSettings, type SsoSettings } from './sso-config.ts';

export { ConfigError };

/** Every setting of the portal. Nothing else reads the environment. */
const environment = z.object({
  PORT: z.coerce.number({ error: 'PORT must be a number' }).int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Port of the Prometheus metrics. Default: no metrics. */
  METRICS_PORT: z.coerce
    .number({ error: 'METRICS_PORT must be a number' })
    .int()
    .min(0)
    .max(65535)
    .optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  WORKERS: workerCount('WORKERS').default(1),
  DATA_DIR: z.string().min(1).default('./data'),
  ...databaseEnvironment,
  /** 32 bytes in base64, shared by all processes of a practice. Default: a key file created once in DATA_DIR. */
  MASTER_KEY: z
    .string()
    .refine(
      (text) => Buffer.from(text, 'base64').length === 32,
      'MASTER_KEY must be 32 bytes in base64 (openssl rand -base64 32)',
    )
    .optional(),
  /** Encrypts and decrypts backups. Default: asked on the terminal. */
  BACKUP_PASSPHRASE: z
    .string()
    .normalize()
    .min(SHORTEST_PASSPHRASE, `BACKUP_PASSPHRASE must have at least ${SHORTEST_PASSPHRASE} characters`)
    .optional(),
  /** Public keys (age) that encrypt backups instead of the passphrase. */
  BACKUP_RECIPIENT: list
    .refine(
      (keys) => keys.every((key) => /^age1[a-z0-9]+$/.test(key)),
      'BACKUP_RECIPIENT must be public keys such as age1…, separated by commas',
    )
    .default([]),
  /** Where nightly backups are written. Default: no nightly backups. */
  BACKUP_DIR: z.string().min(1).optional(),
  /** In the practice’s time zone. */
  BACKUP_TIME: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'BACKUP_TIME must be a time such as 02:00')
    .default('02:00'),
  BACKUP_KEEP_DAYS: z.coerce
    .number({ error: 'BACKUP_KEEP_DAYS must be a number of days' })
    .int()
    .min(1)
    .max(3650)
    .default(14),
  /** Addresses or networks of reverse proxies whose X-Forwarded-For header is trusted. */
  TRUSTED_PROXIES: list
    .refine(
      (entries) => entries.every((entry) => parseIpRange(entry).ok),
      'TRUSTED_PROXIES must be IP addresses or networks such as 10.0.0.0/8, separated by commas',
    )
    .default([]),
  /** The origin in the browsers’ address bar. */
  PUBLIC_URL: z
    .string()
    .refine(
      isPublicOrigin,
      'PUBLIC_URL must be an origin such as https://portal.example, without a path or the usual port; http only for localhost',
    )
    .optional(),
  /** Additional origins that may open the live connection, for proxies that change the Host header. */
  ALLOWED_ORIGINS: list
    .refine(
      (entries) => entries.every((entry) => URL.canParse(entry) && new URL(entry).origin === entry),
      'ALLOWED_ORIGINS must be origins such as https://portal.example, separated by commas',
    )
    .default([]),
  /** Networks inside the practice that webhooks may send to. Default: only addresses on the internet. */
  WEBHOOK_PRIVATE_NETWORKS: list
    .refine(
      (entries) => entries.every((entry) => parseIpRange(entry).ok),
      'WEBHOOK_PRIVATE_NETWORKS must be IP addresses or networks such as 10.20.0.0/16, separated by commas',
    )
    .default([]),
  /** PEM file with certificate authorities that webhooks trust in addition to the usual ones. */
  WEBHOOK_CA_FILE: z.string().min(1).optional(),
  /** A Vosk server in the practice's network that recognizes speech. Default: only browsers do, on the device. */
  SPEECH_SERVER: z
    .string()
    .refine(
      isSpeechServer,
      'SPEECH_SERVER must be an address such as wss://speech.example, without a path; ws only for localhost',
    )
    .optional(),
  /** The name and the time zone override those that `init` stored. */
  PRACTICE_NAME: z.string().normalize().max(100).optional(),
  PRACTICE_TIME_ZONE: timeZone('PRACTICE_TIME_ZONE').optional(),
  PRACTICE_CLOCK: z.enum(CLOCKS, { error: 'PRACTICE_CLOCK must be 12 or 24' }).default('12'),
  /** Addresses in DC, the territories and the military "states", too. */
  PRACTICE_OTHER_STATES: flag.default(false),
  EMAIL_DOMAIN: z.hostname({ error: 'EMAIL_DOMAIN must be a domain name' }).default('practice.example'),
  /** Weekly hours after which work is overtime. */
  OVERTIME_WEEKLY_HOURS: hours('OVERTIME_WEEKLY_HOURS', 168).default(40),
  /** Daily hours after which work is overtime. Default: no daily limit. */
  OVERTIME_DAILY_HOURS: hours('OVERTIME_DAILY_HOURS', 24).optional(),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  /** Requests per minute and client address before the portal responds with 429. */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(10).max(1_000_000).default(6000),
  /** Requests per minute and API key before the portal responds with 429. */
  API_KEY_RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).default(600),
  OPENAPI: flag.default(true),
  /** Where encrypted documents are stored: in DATA_DIR/files or in an S3 bucket. */
  FILES_STORE: z.enum(['folder', 's3'], { error: 'FILES_STORE must be folder or s3' }).default('folder'),
  S3_ENDPOINT: z
    .string()
    .refine(
      isS3Endpoint,
      'S3_ENDPOINT must look like https://s3.us-east-1.amazonaws.com: a host name or IPv4 address, without a path',
    )
    .optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'S3_BUCKET must be the name of a bucket')
    .optional(),
  S3_ACCESS_KEY: z.string().min(1).optional(),
  S3_SECRET_KEY: z.string().min(1).optional(),
  ...ssoEnvironment,
});

/** The names of all settings. `NAME_FILE` is another way to give a secret. */
export const SETTINGS: readonly string[] = Object.keys(environment.shape);

/** An S3 bucket and its credentials. */
export interface S3Settings {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** What encrypts backups, and when they are made. */
export interface BackupSettings {
  readonly passphrase: string | undefined;
  readonly recipients: readonly string[];
  /** Undefined: no nightly backups. `time` is HH:mm in the practice’s time zone. */
  readonly nightly: { readonly folder: string; readonly time: string; readonly keepDays: number } | undefined;
}

/** Where webhooks may send to. */
export interface WebhookSettings {
  readonly privateNetworks: readonly string[];
  readonly caFile: string | undefined;
}

export interface Config extends DatabaseSettings {
  readonly port: number;
  readonly host: string;
  /** Where the metrics are served; undefined means that there are none. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** Number of processes that serve requests. */
  readonly workers: number;
  readonly dataDir: string;
  readonly masterKey: string | undefined;
  readonly backup: BackupSettings;
  readonly trustedProxies: readonly string[];
  /** The origin in the browsers’ address bar, such as `https://portal.example`. */
  readonly publicUrl: string | undefined;
  /** Refuse requests under a name that is not the portal's. Only possible if it is known, as in the demo. */
  readonly checksHost: boolean;
  /** Whether this is the demo practice. Its page says so, and then has the page of the design system. */
  readonly isDemo: boolean;
  /** Origins other than the Host header’s that may open the live connection. */
  readonly allowedOrigins: readonly string[];
  /** The address of a Vosk server; undefined: speech is only recognized by browsers, on the device. */
  readonly speechServer: string | undefined;
  readonly webhooks: WebhookSettings;
  /** What the environment says about the practice. `Settings` has what holds. */
  readonly fixedPractice: {
    readonly name: string | undefined;
    readonly timeZone: string | undefined;
    readonly clock: PracticeClock['clock'];
    readonly emailDomain: string;
    readonly otherStates: boolean;
  };
  /** Overtime limits, in seconds. */
  readonly overtime: OvertimeRule;
  readonly logLevel: string;
  readonly rateLimitPerMinute: number;
  readonly apiKeyRateLimitPerMinute: number;
  readonly openApi: boolean;
  /** The bucket for documents; undefined means the folder `DATA_DIR/files`. */
  readonly s3: S3Settings | undefined;
  /** Undefined: users only sign in with passwords. */
  readonly sso: SsoSettings | undefined;
}

/** The environment together with what the database stores about the practice. */
export interface Settings extends Config {
  readonly practice: PracticeClock & {
    readonly name: string;
    readonly emailDomain: string;
    readonly otherStates: boolean;
  };
}

/** The portal's address in the browser. Without `PUBLIC_URL`, localhost with the port that received the request. */
export const publicOrigin = (
  { publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>,
  localPort: number = port,
): string => publicUrl ?? `http://localhost:${localPort}`;

/** Reads and validates the settings. Throws `ConfigError` with every invalid setting. */
export function readConfig(source: Record<string, string | undefined>): Config {
  const { given, problems: unreadable } = withSecretFiles(source, SETTINGS);
  const mistyped = new Map(
    SETTINGS.flatMap((name) => {
      const problem = typingProblem(given[name] ?? '');
      return problem === null ? [] : [[name, `${name}: ${name} ${problem}`] as const];
    }),
  );
  const parsed = environment.safeParse(given);
  const invalid = (parsed.error?.issues ?? []).map(
    (issue) => [issue.path.join('.'), `${issue.path.join('.')}: ${issue.message}`] as const,
  );
  const problems = [
    ...unreadable,
    ...mistyped.values(),
    ...invalid.flatMap(([name, problem]) => (mistyped.has(name) ? [] : [problem])),
  ];
  if (!parsed.success || problems.length > 0)
    throw new ConfigError(`Invalid settings. ${problems.join('; ')}`);
  const env = parsed.data;
  if (env.METRICS_PORT === env.PORT && env.PORT !== 0)
    throw new ConfigError('Invalid settings. METRICS_PORT and PORT must be different.');
  return {
    port: env.PORT,
    host: env.HOST,
    metrics: env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    workers: env.WORKERS,
    dataDir: env.DATA_DIR,
    ...databaseSettings(env),
    masterKey: env.MASTER_KEY,
    backup: backupSettings(env),
    trustedProxies: env.TRUSTED_PROXIES,
    publicUrl: env.PUBLIC_URL,
    checksHost: env.PUBLIC_URL !== undefined,
    isDemo: false,
    allowedOrigins: [...(env.PUBLIC_URL === undefined ? [] : [env.PUBLIC_URL]), ...env.ALLOWED_ORIGINS],
    speechServer: env.SPEECH_SERVER,
    webhooks: { privateNetworks: env.WEBHOOK_PRIVATE_NETWORKS, caFile: env.WEBHOOK_CA_FILE },
    fixedPractice: {
      name: env.PRACTICE_NAME,
      timeZone: env.PRACTICE_TIME_ZONE,
      clock: env.PRACTICE_CLOCK,
      emailDomain: env.EMAIL_DOMAIN,
      otherStates: env.PRACTICE_OTHER_STATES,
    },
    overtime: {
      weekly: Math.round(env.OVERTIME_WEEKLY_HOURS * 3600),
      daily: env.OVERTIME_DAILY_HOURS === undefined ? null : Math.round(env.OVERTIME_DAILY_HOURS * 3600),
    },
    logLevel: env.LOG_LEVEL,
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    apiKeyRateLimitPerMinute: env.API_KEY_RATE_LIMIT_PER_MINUTE,
    openApi: env.OPENAPI,
    s3: env.FILES_STORE === 's3' ? s3Settings(env) : undefined,
    sso: ssoSettings(env, {
      publicOrigin: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
      emailDomain: env.EMAIL_DOMAIN,
    }),
  };
}

function backupSettings(env: z.output<typeof environment>): BackupSettings {
  const { BACKUP_PASSPHRASE: passphrase, BACKUP_RECIPIENT: recipients, BACKUP_DIR: folder } = env;
  if (folder !== undefined && passphrase === undefined && recipients.length === 0)
    throw new ConfigError('Invalid settings. BACKUP_DIR also needs BACKUP_RECIPIENT or BACKUP_PASSPHRASE.');
  return {
    passphrase,
    recipients,
    nightly:
      folder === undefined ? undefined : { folder, time: env.BACKUP_TIME, keepDays: env.BACKUP_KEEP_DAYS },
  };
}

/** The name of a practice that was set up without one. */
export const UNNAMED_PRACTICE = 'Medical Practice';

/** The settings with the practice as stored in the database. The environment has precedence. */
export function withPractice(
  config: Config,
  stored: { readonly name: string; readonly timeZone: string } | undefined,
): Settings {
  const { name, timeZone: fixedZone, ...others } = config.fixedPractice;
  return {
    ...config,
    practice: {
      ...others,
      name: name ?? stored?.name ?? UNNAMED_PRACTICE,
      timeZone: fixedZone ?? currentZoneName(stored?.timeZone ?? '') ?? 'America/New_York',
    },
  };
}

function s3Settings(env: z.output<typeof environment>): S3Settings {
  const {
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  } = env;
  if (endpoint === undefined || bucket === undefined || accessKey === undefined || secretKey === undefined)
    throw new ConfigError(
      'Invalid settings. FILES_STORE=s3 also needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY.',
    );
  return { endpoint, region, bucket, accessKey, secretKey };
}
