import { dirname, join } from 'node:path';
import { openCluster } from './cluster.ts';
import { databaseNames } from './credentials.ts';
import { EmbeddedDatabaseError, systemErrorCode } from './error.ts';
import { lockFolder, type FolderLock } from './lock.ts';
import { clearOrphan } from './orphan.ts';
import { defaultOutsideFolder, prepareDataFolder } from './place.ts';
import { freePort } from './port.ts';
import { ensureRolesAndDatabase } from './roles.ts';
import { spawnServer, waitUntilReady, type ServerPlan, type ServerProcess } from './server-process.ts';
import { serverSettings } from './settings.ts';
import { keepRunning, type UnexpectedExit } from './supervise.ts';

/** How to start the embedded database. */
export type EmbeddedPostgresOptions = {
  /** The folder that holds the portal's data; the database uses `database/` in it. Created when missing. */
  dataDir: string;
  /** TCP port on 127.0.0.1; a random free one by default. */
  port?: number;
  /** Further PostgreSQL settings by name; those that guard durability, privacy and reachability are refused. */
  settings?: Record<string, string>;
  /** False only for throw-away test databases: commits are then not forced to the disk. True by default. */
  durable?: boolean;
  /** Told whenever the server ended without being asked to, before it is started again. */
  onUnexpectedExit?: (info: UnexpectedExit) => void;
  /** Where clusters go whose data folder PostgreSQL's account cannot enter. `/var/lib/medical-portal` by default. */
  outsideFolder?: string;
};

/** A running embedded database. The URLs hold passwords: never log them. */
export type EmbeddedPostgres = {
  host: string;
  port: number;
  /** The superuser, in the database `postgres`. */
  superuserUrl: string;
  /** The owner of the database `portal`, for migrations. */
  ownerUrl: string;
  /** The running portal's account in the database `portal`: it can connect, and what migrations grant it. */
  appUrl: string;
  /** Where the cluster's files are; outside the data folder when root's server cannot enter that. */
  clusterDir: string;
  /** The server's log; it holds no statement, parameter or value. */
  logFile: string;
  /** Clean shutdown; resolves when the server has ended and another instance may start. */
  stop(): Promise<void>;
};

const host = '127.0.0.1';

/**
 * Starts the PostgreSQL server of a data folder, making the cluster first when there is none, and keeps it running:
 * after an unexpected end it is started again on the same port. Throws `EmbeddedDatabaseError` with one sentence for
 * the person who started the portal, above all when another instance has the folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const settings = serverSettings(options.settings ?? {}, options.durable ?? true);
  const folder = await prepareDataFolder(options.dataDir);
  const locks: FolderLock[] = [];
  const release = () => {
    for (const lock of locks) lock.release();
  };
  try {
    locks.push(await lockFolder(folder, `The data folder ${dirname(folder)}`));
    const { place, binaries, credentials } = await openCluster(
      folder,
      options.outsideFolder ?? defaultOutsideFolder,
      options.durable ?? true,
      locks,
    );
    await clearOrphan(place.cluster);
    const url = (name: string, password: string, port: number, database: string) =>
      `postgres://${name}:${password}@${host}:${port}/${database}`;
    const logFile = join(folder, 'server.log');
    const plan = { place, binaries, settings, logPath: logFile };
    const { server, port } = await startOnPort(plan, options.port);
    const superuserUrl = url(databaseNames.superuser, credentials.superuser, port, 'postgres');
    try {
      await ensureRolesAndDatabase(superuserUrl, credentials);
    } catch (error) {
      await server.stop();
      throw error;
    }
    const keeper = keepRunning(server, { ...plan, port }, options.onUnexpectedExit ?? (() => undefined));
    return {
      host,
      port,
      superuserUrl,
      ownerUrl: url(databaseNames.owner, credentials.owner, port, databaseNames.database),
      appUrl: url(databaseNames.app, credentials.app, port, databaseNames.database),
      clusterDir: place.cluster,
      logFile,
      async stop() {
        await keeper.stop();
        release();
      },
    };
  } catch (error) {
    release();
    if (systemErrorCode(error) !== 'EACCES') throw error;
    throw new EmbeddedDatabaseError(`The database in ${folder} belongs to another account than this one.`, {
      cause: error,
    });
  }
}

/** Starts on the given port, or on a free one; a free one can be taken by others meanwhile, so it is tried thrice. */
async function startOnPort(
  plan: Omit<ServerPlan, 'port'>,
  wanted: number | undefined,
): Promise<{ server: ServerProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = wanted ?? (await freePort());
    try {
      const server = await spawnServer({ ...plan, port });
      await waitUntilReady(server, plan.place.cluster);
      return { server, port };
    } catch (error) {
      const taken = error instanceof EmbeddedDatabaseError && error.message.includes('could not bind');
      if (!taken || wanted !== undefined || attempt === 3) throw error;
    }
  }
}
