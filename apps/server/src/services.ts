import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { AuditChecks } from '#features/audit-logs/index.ts';
import { AuditProbe } from '#audit/audit-probe.ts';
import { removeLeftovers } from '#backup/leftovers.ts';
import { NightlyBackups } from '#features/backups/index.ts';
import { OwnedChains } from '#audit/owned-chains.ts';
import { ReadRecorder } from '#audit/read-recorder.ts';
import { DatabaseChecks } from '#db/check/nightly-checks.ts';
import { databaseTime } from '#db/clock-watch.ts';
import { DatabaseLiveness } from '#db/database-liveness.ts';
import { createDb, createPool, type Db } from '#db/database.ts';
import { unprotectedConnections } from '#db/encryption.ts';
import { Notifier } from '#db/notifier.ts';
import { readSettings } from '#db/practice.ts';
import { openDatabase, type DatabaseAccess } from '#db/open-database.ts';
import { ReportReads } from '#db/report-reads.ts';
import { fillLetterheads } from '#features/dictations/index.ts';
import { trustedAuthorities, WebhookDeliveries, WebhookSender } from '#features/webhooks/index.ts';
import { FileStorage } from '#files/file-storage.ts';
import { openStore } from '#files/open-store.ts';
import type { ProcessDeps } from '#jobs/process-deps.ts';
import { openKeys } from '#db/migration/master-key.ts';
import { migrate } from '#db/migration/migrate.ts';
import { BackgroundWork } from '#platform/background-work.ts';
import { SharedClock, systemClock, type Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { PortalMetrics } from '#http/metrics/portal-metrics.ts';
import { WorkerThreads } from '#platform/worker-threads.ts';
import { causeOf } from '#db/embedded/exit-cause.ts';
import type { Deps } from '#request/context.ts';
import { loadKeys, type Keys } from '#security/keys.ts';

/** Database connections for the supervisor, maintenance, checks of the audit log and commands. */
const OTHER_CONNECTIONS = 40;

const EXITED = 'the embedded database exited unexpectedly and is being restarted';

/** What a process of the portal needs, without the HTTP server. */
export interface Services {
  readonly deps: ProcessDeps;
  readonly access: DatabaseAccess;
  /** Undefined unless there is a port for them. */
  readonly metrics: PortalMetrics | undefined;
  /** Calls added closers, last one first, then closes the pool and an embedded database. */
  close(): Promise<void>;
  /** Adds something to close. */
  onClose(closer: () => unknown): void;
}

export interface ServiceOptions {
  readonly log: FastifyBaseLogger;
  readonly clock?: Clock;
  readonly databaseTime?: Deps['databaseTime'];
  /** One of several workers: their supervisor has migrated the database and runs maintenance. */
  readonly isWorker?: boolean;
  /** Maximum number of database connections of this process. Default: the setting. */
  readonly poolSize?: number;
}

/** Opens and migrates the database and creates what uses it. Closes everything again when it fails. */
export async function openServices(
  config: Config,
  {
    log,
    clock: local = systemClock,
    databaseTime: read = databaseTime,
    isWorker = false,
    poolSize = config.databasePoolSize,
  }: ServiceOptions,
): Promise<Services> {
  const liveness = new DatabaseLiveness();
  const access = await openAccess(config, log, liveness);
  const closers = new Closers(() => access.close());
  try {
    if (!isWorker) {
      for (const sentence of unprotectedConnections(config)) log.warn(sentence);
      await removeLeftovers(config.dataDir);
    }
    const clock = new SharedClock(local);
    const keys = isWorker
      ? await existingKeys(config, access)
      : await migratedKeys(config, access, { log, now: clock.now() });
    const pool = openPool(access, config.databaseWaitMs, { poolSize, log, closers });
    const db = createDb(pool, liveness);
    closers.add(() => db.destroy());
    const standby = openStandby(access, { poolSize, log, closers });
    const readTime: Deps['databaseTime'] = (from) => clock.read(() => read(from));
    await readTime(db);
    const auditChains = new OwnedChains();
    const notifier = new Notifier(access.directUrl, log, liveness);
    notifier.whileConnected(auditChains);
    closers.add(() => notifier.stop());
    await notifier.start();
    const settings = await readSettings(config, db);
    if (!isWorker) await fillLetterheads(db, settings.practice);
    const readRecorder = new ReadRecorder(db, keys.audit, auditChains);
    const deps: ProcessDeps = {
      config: settings,
      db,
      reports: new ReportReads({ primary: db, standby, poolSize, log }),
      keys,
      clock,
      databaseTime: readTime,
      log,
      notifier,
      auditChains,
      readRecorder,
      auditProbe: new AuditProbe(db, keys.audit, clock, readRecorder),
      files: new FileStorage({ db, keys, store: await openStore(config), log }),
      ...(await openWork({ config: settings, access, db, keys, clock, log }, closers)),
    };
    const metrics = await openMetrics(config.metrics, deps, pool);
    return { deps, access, metrics, close: () => closers.close(), onClose: (closer) => closers.add(closer) };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

/** Closes what was opened, the last one first. */
class Closers {
  readonly #closers: (() => unknown)[];
  #isClosing = false;

  constructor(first: () => unknown) {
    this.#closers = [first];
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  add(closer: () => unknown): void {
    this.#closers.push(closer);
  }

  /** Adds a service, and returns it. */
  closing<T extends { close(): unknown }>(service: T): T {
    this.add(() => service.close());
    return service;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const failures: unknown[] = [];
    for (const close of this.#closers.splice(0).toReversed()) {
      // Close the rest even when one fails, above all the database server.
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

const openAccess = (
  config: Config,
  log: FastifyBaseLogger,
  liveness: DatabaseLiveness,
): Promise<DatabaseAccess> =>
  openDatabase(config, {
    onUnexpectedExit: (exit) => log.error(causeOf(exit), EXITED),
    onSilent: () => log.error('the embedded database does not answer and is being restarted'),
    answeredAt: () => liveness.answeredAt,
    connections: config.workers * (config.databasePoolSize + 1) + OTHER_CONNECTIONS,
  });

/** The role of the application; undefined if its connections have it from the start. */
const roleOf = ({ actAsAppRole, appRole }: DatabaseAccess) => (actAsAppRole ? appRole : undefined);

interface PoolNeeds {
  readonly poolSize: number;
  readonly log: FastifyBaseLogger;
  readonly closers: Closers;
}

/** What the pools of requests have in common. */
const requestPool = (access: DatabaseAccess, { log, closers }: PoolNeeds) => ({
  role: roleOf(access),
  isRestricted: true,
  // Log only the message: the error includes the client with its password. During shutdown, the server may end
  // before the connections are closed.
  onError: ({ message }: Error) => {
    if (!closers.isClosing) log.warn({ reason: message }, 'an idle database connection broke');
  },
});

const openPool = (access: DatabaseAccess, waitMs: number, needs: PoolNeeds): Pool =>
  createPool({
    ...requestPool(access, needs),
    url: access.appUrl,
    isPooled: access.isPooled,
    size: needs.poolSize,
    waitMs,
  });

/** Connects when it is first used: a standby that is away must not keep the portal from starting. */
function openStandby(access: DatabaseAccess, needs: PoolNeeds): Db | undefined {
  if (access.readUrl === undefined) return undefined;
  const size = Math.max(2, Math.floor(needs.poolSize / 4));
  const standby = createDb(
    createPool({ ...requestPool(access, needs), url: access.readUrl, size, isStandby: true }),
  );
  needs.closers.add(() => standby.destroy());
  return standby;
}

/** Creates what works without a request. Closing ends it before the connections that it uses. */
async function openWork(
  needs: Pick<ProcessDeps, 'config' | 'db' | 'keys' | 'clock' | 'log'> & { readonly access: DatabaseAccess },
  closers: Closers,
) {
  const { config, access, db, keys, clock, log } = needs;
  const { timeZone } = config.practice;
  const database = { url: access.directUrl, role: roleOf(access) };
  const auditChecks = closers.closing(
    new AuditChecks({ db, key: keys.audit, clock, log, database, timeZone }),
  );
  const databaseChecks = closers.closing(new DatabaseChecks({ db, access, clock, log, timeZone }));
  const backups = closers.closing(new NightlyBackups({ config, db, access, clock, log }));
  const threads = closers.closing(new WorkerThreads(log));
  const background = closers.closing(new BackgroundWork());
  const { privateNetworks, caFile } = config.webhooks;
  const webhookSender = new WebhookSender({ privateNetworks, ca: await trustedAuthorities(caFile) });
  const webhooks = closers.closing(new WebhookDeliveries({ db, keys, clock, log, sender: webhookSender }));
  return { auditChecks, databaseChecks, backups, threads, background, webhookSender, webhooks };
}

/** Without a port, not even the library is loaded. */
async function openMetrics(
  address: Config['metrics'],
  deps: ProcessDeps,
  pool: Pool,
): Promise<PortalMetrics | undefined> {
  if (address === undefined) return undefined;
  const { PortalMetrics } = await import('#http/metrics/portal-metrics.ts');
  return new PortalMetrics({ deps, pool, address });
}

async function existingKeys(config: Config, { ownerUrl }: DatabaseAccess): Promise<Keys> {
  const owner = createDb(createPool({ url: ownerUrl, size: 1, onError: () => undefined }));
  try {
    return await openKeys(owner, () => loadKeys(config.masterKey, config.dataDir, { mayCreate: false }));
  } finally {
    await owner.destroy();
  }
}

async function migratedKeys(
  config: Config,
  access: DatabaseAccess,
  { log, now }: { log: FastifyBaseLogger; now: Date },
): Promise<Keys> {
  const { applied, keys } = await migrate({
    ...access,
    loadKeys: (options) => loadKeys(config.masterKey, config.dataDir, options),
    now,
    hasRoot: true,
    beforeUpdate: async (lastMigration) => {
      const { copyBeforeUpdate } = await import('#backup/before-update.ts');
      log.info(await copyBeforeUpdate(config, access, lastMigration));
    },
  });
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  return keys;
}
