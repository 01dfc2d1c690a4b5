import type { Config } from '../config.ts';
import { startEmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded/start.ts';
import { APP_ROLE } from './migrate.ts';

/** Where the database is and as whom to use it. The URLs hold passwords: never log them. */
export interface DatabaseAccess {
  readonly appUrl: string;
  readonly ownerUrl: string;
  /** The role the application's rights are granted to. */
  readonly appRole: string;
  /** The login is the owner and acts as `appRole`. */
  readonly actAsAppRole: boolean;
  close(): Promise<void>;
}

/** The configured PostgreSQL, else the embedded one of the data folder. */
export async function openDatabase(
  config: Config,
  embedded: Pick<EmbeddedPostgresOptions, 'onUnexpectedExit'> = {},
): Promise<DatabaseAccess> {
  if (config.databaseUrl === undefined) {
    const server = await startEmbeddedPostgres({ dataDir: config.dataDir, ...embedded });
    return {
      appUrl: server.appUrl,
      ownerUrl: server.ownerUrl,
      appRole: decodeURIComponent(new URL(server.appUrl).username),
      actAsAppRole: false,
      close: () => server.stop(),
    };
  }
  const appUrl = config.databaseUrl;
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
