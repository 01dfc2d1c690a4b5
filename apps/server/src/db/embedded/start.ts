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
import { RunningServer, type UnexpectedExit } from './supervise.ts';

/** Options of `startEmbeddedPostgres`. */
export type EmbeddedPostgresOptions = {
  /** The portal’s data folder; the database uses its subfolder `database/`. Created when missing. */
  dataDir: string;
  /** TCP port on 127.0.0.1. Default: a random free port. */
  port?: number;
  /** Additional PostgreSQL settings by name. Settings that protect durability, privacy and reachability are refused. */
  settings?: Record<string, string>;
  /** False only for disposable test databases: commits are then not forced to disk. Default: true. */
  durable?: boolean;
  /** Called when the server exits unexpectedly, before it is restarted. */
  onUnexpectedExit?: (info: UnexpectedExit) => void;
  /**
   * Called when a running server accepts no connections for `silence.limit` ms (default: 20 s), nor answers on those of the portal
   * (`answeredAt`), and is restarted.
   */
  onSilent?: () => void;
  silence?: { every: number; limit: number };
  /** When the server last answered on a connection of the portal, in ms of `performance.now()`. */
  answeredAt?: () => number;
  /** Folder for clusters whose data folder PostgreSQL’s account cannot enter. Default: `/var/lib/medical-portal`. */
  outsideFolder?: string;
};

/** A running embedded database. The URLs contain passwords: never log them. */
export type EmbeddedPostgres = {
  host: string;
  port: number;
  /** Connects as the superuser to the database `postgres`. */
  superuserUrl: string;
  /** Connects as the owner of the database `portal`, for migrations. */
  ownerUrl: string;
  /** Connects as the running portal to the database `portal`, with the privileges that migrations grant. */
  appUrl: string;
  /**
   * Folder of the cluster’s files. It is outside the data folder when the account of root’s server cannot enter that.
   */
  clusterDir: string;
  /** The server log. It contains no statements, parameters or values. */
  logFile: string;
  /** Shuts down cleanly. Resolves when the server has ended and another instance can start. */
  stop(): Promise<void>;
};

/** SQLSTATE for a wrong password. */
const wrongPassword = '28P01';
/** A statement ends after 30 s at the latest, and so do the connections of a killed server. */
const longestEnd = 45_000;
const betweenTries = 200;

/**
 * Starts the PostgreSQL server of a data folder and keeps it running. Creates the cluster when there is none. After
 * an unexpected exit, the server is restarted on the same port. Throws `EmbeddedDatabaseError` with one sentence for
 * the operator, above all when another instance uses the folder.
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
        `The passwords in ${credentialsFile(folder)} do not match the database in ${place.home}. Restore both from the same backup.`,
        { cause: error },
      );
    }
    const keeper = new RunningServer(
      server,
      { ...plan, port },
      options.onUnexpectedExit ?? (() => undefined),
      {
        ...(options.silence ?? { every: 4_000, limit: 20_000 }),
        url: urls.superuserUrl,
        onSilent: options.onSilent ?? (() => undefined),
        answeredAt: options.answeredAt ?? (() => -Infinity),
      },
    );
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
 * Starts on the given port or on a free one. Another program can take a free port first, so it tries three times.
 * Connections of a killed server can take a moment to end, and PostgreSQL does not start before they have.
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
