import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { OwnedChains } from '#audit/owned-chains.ts';
import { ReadRecorder } from '#audit/read-recorder.ts';
import type { Config } from '#platform/config.ts';
import { createDb, createPool } from '#db/database.ts';
import { migrate } from '#migration/migrate.ts';
import { Notifier } from '#db/notifier.ts';
import { DatabaseLiveness } from '#db/database-liveness.ts';
import { exportLimit } from '#db/concurrency-limit.ts';
import { openDatabase, type DatabaseAccess } from '#db/open-database.ts';
import { FileStorage } from '#files/file-storage.ts';
import { openStore } from '#files/open-store.ts';
import type { Clock } from '#platform/clock.ts';
import { WorkerThreads } from '#platform/worker-threads.ts';
import type { Deps } from '#request/context.ts';
import { AuditChecks } from '#audit/audit-checks.ts';
import { startMaintenance } from '#jobs/maintenance.ts';
import { loadKeys } from '#security/keys.ts';
import { LoginThrottle } from '#authz/login-throttle.ts';

const systemClock: Clock = { now: () => new Date() };

/** A portal with an open and migrated database. Call `listen` to serve requests. */
export interface Portal {
  readonly deps: Deps;
  readonly app: FastifyInstance;
  /** Starts listening and returns the address, e.g. `http://127.0.0.1:3000`. */
  listen(): Promise<string>;
  /** Finishes running requests, then closes live connections, the pool and an embedded database. */
  close(): Promise<void>;
}

export interface PortalOptions {
  readonly log: FastifyBaseLogger;
  readonly clock?: Clock;
  /** A database that is already open (for tests). Default: the configured one. */
  readonly database?: DatabaseAccess;
}

/** Opens and migrates the database and builds the portal. Closes everything again when it fails. */
export async function openPortal(
  config: Config,
  { log, clock = systemClock, database }: PortalOptions,
): Promise<Portal> {
  const access =
    database ??
    (await openDatabase(config, {
      onUnexpectedExit: () => log.error('the embedded database exited unexpectedly and is being restarted'),
      onSilent: () => log.error('the embedded database accepts no connections and is being restarted'),
    }));
  const closers: (() => unknown)[] = [() => access.close()];
  let closing = false;
  const closeAll = async () => {
    closing = true;
    const failures: unknown[] = [];
    for (const close of closers.splice(0).toReversed()) {
      // Close the rest even when one fails, above all the database server.
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
  try {
    const { applied, keys } = await migrate({
      ...access,
      loadKeys: (options) => loadKeys(config.masterKey, config.dataDir, options),
      now: clock.now(),
    });
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    const role = access.actAsAppRole ? access.appRole : undefined;
    const pool = createPool({
      url: access.appUrl,
      size: config.databasePoolSize,
      waitMs: config.databaseWaitMs,
      role,
      // Log only the message: the error includes the client with its password. During shutdown, the server may end
      // before the connections are closed.
      onError: ({ message }) => {
        if (!closing) log.warn({ reason: message }, 'an idle database connection broke');
      },
    });
    const liveness = new DatabaseLiveness();
    const db = createDb(pool, undefined, liveness);
    closers.push(() => db.destroy());
    const auditChains = new OwnedChains();
    const notifier = new Notifier(access.appUrl, log, liveness);
    notifier.whileConnected(auditChains);
    closers.push(() => notifier.stop());
    await notifier.start();
    const auditChecks = new AuditChecks({
      db,
      key: keys.audit,
      clock,
      log,
      database: { url: access.appUrl, role },
      timeZone: config.practice.timeZone,
    });
    closers.push(() => auditChecks.close());
    const threads = new WorkerThreads(log);
    closers.push(() => threads.close());
    const deps: Deps = {
      config,
      db,
      exportLimit: exportLimit(config.databasePoolSize),
      keys,
      clock,
      log,
      notifier,
      auditChecks,
      auditChains,
      readRecorder: new ReadRecorder(db, keys.audit, auditChains),
      loginThrottle: new LoginThrottle(keys),
      files: new FileStorage({ db, keys, store: await openStore(config), log }),
      threads,
    };
    const app = await buildApp(deps);
    closers.push(() => app.close());
    await app.ready();
    return { deps, app, close: closeAll, listen: () => listen(app, config, deps, closers) };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function listen(
  app: FastifyInstance,
  config: Config,
  deps: Deps,
  closers: (() => unknown)[],
): Promise<string> {
  const address = await app.listen({ port: config.port, host: config.host });
  closers.push(startMaintenance(deps));
  return address;
}
