import { z } from 'zod';
import { ConfigError } from './config-error.ts';

const databaseUrl = (name: string) =>
  z
    .url({
      protocol: /^postgres(ql)?$/,
      error: `${name} must look like postgres://user:password@host:5432/name`,
    })
    .optional();

/** The settings of the database. */
export const databaseEnvironment = {
  /** Default: the embedded PostgreSQL in DATA_DIR. */
  DATABASE_URL: databaseUrl('DATABASE_URL'),
  /** Connection as the owner of the tables, for migrations. Default: DATABASE_URL. */
  MIGRATION_DATABASE_URL: databaseUrl('MIGRATION_DATABASE_URL'),
  /** The way past a connection pooler in DATABASE_URL, for what needs a session. Default: DATABASE_URL. */
  LISTEN_DATABASE_URL: databaseUrl('LISTEN_DATABASE_URL'),
  /** A standby that exports and reports read from. Default: DATABASE_URL. */
  READ_DATABASE_URL: databaseUrl('READ_DATABASE_URL'),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(16),
  /** How long a request waits for a free connection, in milliseconds. */
  DATABASE_WAIT_MS: z.coerce.number().int().min(500).max(60_000).default(4_000),
};

/** Where the database is. The URLs contain passwords: never log them. */
export interface DatabaseSettings {
  /** Undefined: the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly migrationDatabaseUrl: string | undefined;
  /** Straight to the server; undefined if `databaseUrl` is that, too. */
  readonly listenDatabaseUrl: string | undefined;
  readonly readDatabaseUrl: string | undefined;
  readonly databasePoolSize: number;
  readonly databaseWaitMs: number;
}

const environment = z.object(databaseEnvironment);

/** Throws `ConfigError` when the URLs do not fit together. */
export function databaseSettings(env: z.output<typeof environment>): DatabaseSettings {
  assertUrlsFit(env);
  return {
    databaseUrl: env.DATABASE_URL,
    migrationDatabaseUrl: env.MIGRATION_DATABASE_URL,
    listenDatabaseUrl: env.LISTEN_DATABASE_URL,
    readDatabaseUrl: env.READ_DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    databaseWaitMs: env.DATABASE_WAIT_MS,
  };
}

const loginOf = (url: string | undefined) => (url === undefined ? undefined : new URL(url).username);

/** A pooler may not let the portal switch roles, and the time limits are then those of the login. */
function assertUrlsFit({
  DATABASE_URL: app,
  MIGRATION_DATABASE_URL: owner,
  LISTEN_DATABASE_URL: listen,
  READ_DATABASE_URL: read,
}: z.output<typeof environment>): void {
  if (app === undefined && (listen !== undefined || read !== undefined))
    throw new ConfigError(
      'Invalid settings. LISTEN_DATABASE_URL and READ_DATABASE_URL also need DATABASE_URL.',
    );
  if (listen === undefined) return;
  if (loginOf(listen) !== loginOf(app))
    throw new ConfigError('Invalid settings. LISTEN_DATABASE_URL and DATABASE_URL must have the same user.');
  if (owner === undefined || loginOf(owner) === loginOf(app))
    throw new ConfigError(
      'Invalid settings. LISTEN_DATABASE_URL also needs MIGRATION_DATABASE_URL with another user than DATABASE_URL.',
    );
}
