import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#platform/config.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { findRunningDatabase, hasEmbeddedDatabase, type RunningDatabase } from './embedded/attach.ts';
import { FolderInUseError } from './embedded/lock.ts';
import { startEmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded/start.ts';

/** The role without ownership that the application acts as when it must log in as the owner. */
const APP_ROLE = 'portal_app';

/** Where the database is and as whom to use it. The URLs hold passwords: never log them. */
export interface DatabaseAccess {
  readonly appUrl: string;
  readonly ownerUrl: string;
  /** The role the application's rights are granted to. */
  readonly appRole: string;
  /** The login is the owner and acts as `appRole`. */
  readonly actAsAppRole: boolean;
  /** Where the embedded database's files are. */
  readonly clusterDir?: string;
  close(): Promise<void>;
}

const CHANGE_MS = 30_000;
const BETWEEN_TRIES_MS = 200;

/** The configured PostgreSQL, else the embedded one of the data folder. */
export async function openDatabase(
  config: Config,
  embedded: Pick<EmbeddedPostgresOptions, 'onUnexpectedExit' | 'onSilent'> = {},
): Promise<DatabaseAccess> {
  if (config.databaseUrl === undefined) {
    const server = await startEmbeddedPostgres({ dataDir: config.dataDir, ...embedded });
    return embeddedAccess(server, () => server.stop());
  }
  return configuredAccess(config, config.databaseUrl);
}

/**
 * The same for a look at a database that is there, also while a portal runs on it: an embedded one that another process runs is used
 * as it is. Throws `OperatorError` when the data folder has none.
 */
export async function openExistingDatabase(config: Config): Promise<DatabaseAccess> {
  if (config.databaseUrl !== undefined) return configuredAccess(config, config.databaseUrl);
  const { dataDir } = config;
  if (!(await hasEmbeddedDatabase(dataDir)))
    throw new OperatorError(
      `There is no database in ${dataDir}. Check DATA_DIR and DATABASE_URL; the portal makes one when it is started for the first time.`,
    );
  const deadline = performance.now() + CHANGE_MS;
  for (;;) {
    try {
      return await openDatabase(config);
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error;
      const running = await findRunningDatabase(dataDir);
      if (running !== undefined) return embeddedAccess(running, () => Promise.resolve());
      // It is just being started or stopped.
      if (performance.now() > deadline) throw error;
      await sleep(BETWEEN_TRIES_MS);
    }
  }
}

function embeddedAccess(
  { appUrl, ownerUrl, clusterDir }: RunningDatabase,
  close: () => Promise<void>,
): DatabaseAccess {
  return {
    appUrl,
    ownerUrl,
    appRole: decodeURIComponent(new URL(appUrl).username),
    actAsAppRole: false,
    clusterDir,
    close,
  };
}

function configuredAccess(config: Config, appUrl: string): DatabaseAccess {
  const ownerUrl = config.migrationDatabaseUrl ?? appUrl;
  const appLogin = decodeURIComponent(new URL(appUrl).username);
  const separate = appLogin !== decodeURIComponent(new URL(ownerUrl).username);
  return {
    appUrl,
    ownerUrl,
    appRole: separate ? appLogin : APP_ROLE,
    actAsAppRole: !separate,
    close: () => Promise.resolve(),
  };
}
