import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#platform/config.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { findRunningDatabase, hasEmbeddedDatabase, type RunningDatabase } from './embedded/attach.ts';
import { FolderInUseError } from './embedded/lock.ts';
import { startEmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded/start.ts';

/** The role without ownership that the application acts as when it must log in as the owner. */
const APP_ROLE = 'portal_app';

/** How to connect to the database. The URLs contain passwords: never log them. */
export interface DatabaseAccess {
  /** For requests. */
  readonly appUrl: string;
  /** `appUrl` leads through a pooler that need not keep sessions. */
  readonly isPooled: boolean;
  /** The application’s login, for what needs a session or takes long: straight to the server if `isPooled`. */
  readonly directUrl: string;
  /** A standby for exports and reports. */
  readonly readUrl?: string | undefined;
  readonly ownerUrl: string;
  /** The role that the application’s privileges are granted to. */
  readonly appRole: string;
  /** The login is the owner and switches to `appRole`. */
  readonly actAsAppRole: boolean;
  /** Folder of the embedded database’s files. */
  readonly clusterDir?: string;
  /** Connects to the embedded database as its superuser. */
  readonly superuserUrl?: string;
  close(): Promise<void>;
}

export interface EmbeddedOptions extends Pick<
  EmbeddedPostgresOptions,
  'onUnexpectedExit' | 'onSilent' | 'answeredAt'
> {
  /** Connections that the embedded server must accept. */
  readonly connections?: number;
}

/** What the embedded server accepts at least. */
const CONNECTIONS = 100;
const CHANGE_MS = 30_000;
const BETWEEN_TRIES_MS = 200;

/** Opens the configured PostgreSQL server, or the embedded one of the data folder. */
export async function openDatabase(
  config: Config,
  { connections = 0, ...embedded }: EmbeddedOptions = {},
): Promise<DatabaseAccess> {
  if (config.databaseUrl === undefined) {
    const settings = { max_connections: String(Math.max(CONNECTIONS, connections)) };
    const server = await startEmbeddedPostgres({ dataDir: config.dataDir, settings, ...embedded });
    return embeddedAccess(server, () => server.stop());
  }
  return configuredAccess(config, config.databaseUrl);
}

/**
 * Opens a database that already exists, even while a portal runs on it. Connects to an embedded server that another
 * process runs. Throws `OperatorError` when the data folder has no database.
 */
export async function openExistingDatabase(config: Config): Promise<DatabaseAccess> {
  await assertHasDatabase(config);
  if (config.databaseUrl !== undefined) return configuredAccess(config, config.databaseUrl);
  const { dataDir } = config;
  const deadline = performance.now() + CHANGE_MS;
  for (;;) {
    try {
      return await openDatabase(config);
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error;
      const running = await findRunningDatabase(dataDir);
      if (running !== undefined) return embeddedAccess(running, () => Promise.resolve());
      // It is starting or stopping.
      if (performance.now() > deadline) throw error;
      await sleep(BETWEEN_TRIES_MS);
    }
  }
}

/** Throws `OperatorError` when the database would be the embedded one and the data folder has none. */
export async function assertHasDatabase({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl === undefined && !(await hasEmbeddedDatabase(dataDir)))
    throw new OperatorError(
      `There is no database in ${dataDir}. Check DATA_DIR and DATABASE_URL; the portal creates one when it first starts.`,
    );
}

function embeddedAccess(
  { appUrl, ownerUrl, superuserUrl, clusterDir }: RunningDatabase,
  close: () => Promise<void>,
): DatabaseAccess {
  return {
    appUrl,
    isPooled: false,
    directUrl: appUrl,
    ownerUrl,
    appRole: decodeURIComponent(new URL(appUrl).username),
    actAsAppRole: false,
    clusterDir,
    superuserUrl,
    close,
  };
}

function configuredAccess(config: Config, appUrl: string): DatabaseAccess {
  const ownerUrl = config.migrationDatabaseUrl ?? appUrl;
  const appLogin = decodeURIComponent(new URL(appUrl).username);
  const separate = appLogin !== decodeURIComponent(new URL(ownerUrl).username);
  return {
    appUrl,
    isPooled: config.listenDatabaseUrl !== undefined,
    directUrl: config.listenDatabaseUrl ?? appUrl,
    readUrl: config.readDatabaseUrl,
    ownerUrl,
    appRole: separate ? appLogin : APP_ROLE,
    actAsAppRole: !separate,
    close: () => Promise.resolve(),
  };
}
