import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCluster } from './cluster.ts';
import { credentialsFile, databaseUrls, host } from './credentials.ts';
import { EmbeddedDatabaseError, systemErrorCode } from './error.ts';
import { lockFolder, type FolderLock } from './lock.ts';
import { clearOrphan } from './orphan.ts';
import { foreignFolderError } from './owner.ts';
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
  /** Told when a server that runs has let nobody in for `silence.limit` ms (20 s by default) and is started again. */
  onSilent?: () => void;
  silence?: { every: number; limit: number };
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

/** PostgreSQL's code for it. */
const wrongPassword = '28P01';
/** A statement ends after 30 s, and with it the connection of a server that is no more. */
const longestEnd = 45_000;
const betweenTries = 200;

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
    const logFile = join(folder, 'server.log');
    const plan = { place, binaries, settings, logPath: logFile };
    const { server, port } = await startOnPort(plan, options.port);
    const urls = databaseUrls(credentials, port);
    try {
      await ensureRolesAndDatabase(urls.superuserUrl, credentials);
    } catch (error) {
      await server.stop();
      if (systemErrorCode(error) !== wrongPassword) throw error;
      throw new EmbeddedDatabaseError(
        `The passwords in ${credentialsFile(folder)} are not those of the database in ${place.home}. Restore both from the same backup.`,
        { cause: error },
      );
    }
    const keeper = keepRunning(server, { ...plan, port }, options.onUnexpectedExit ?? (() => undefined), {
      ...(options.silence ?? { every: 4_000, limit: 20_000 }),
      url: urls.superuserUrl,
      onSilent: options.onSilent ?? (() => undefined),
    });
    return {
      host,
      port,
      ...urls,
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
    throw await foreignFolderError(pathOf(error) ?? folder, error);
  }
}

/**
 * Starts on the given port, or on a free one; another program can take a free one first, so it tries three times. After a
 * server that was killed its connections may take a moment to end, and PostgreSQL does not start before they have.
 */
async function startOnPort(
  plan: Omit<ServerPlan, 'port'>,
  wanted: number | undefined,
): Promise<{ server: ServerProcess; port: number }> {
  const deadline = performance.now() + longestEnd;
  for (let attempt = 1; ;) {
    const port = wanted ?? (await freePort());
    try {
      const server = await spawnServer({ ...plan, port });
      await waitUntilReady(server, plan.place.cluster);
      return { server, port };
    } catch (error) {
      if (!(error instanceof EmbeddedDatabaseError)) throw error;
      const { message } = error;
      if (message.includes('could not bind') && wanted === undefined && attempt < 3) attempt += 1;
      else if (message.includes('pre-existing shared memory block') && performance.now() < deadline)
        await sleep(betweenTries);
      else throw error;
    }
  }
}

const pathOf = (error: unknown) =>
  error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined;
