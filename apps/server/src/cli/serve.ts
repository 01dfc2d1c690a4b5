import { DEMO_PASSWORD, DEMO_USER_NAMES } from '@portal/domain/demo-accounts';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Db } from '#db/database.ts';
import { requireEmergencyAccount } from '#features/session/index.ts';
import type { Config } from '#platform/config.ts';
import { workerCount } from '#platform/setting-values.ts';
import { createLogger } from '#platform/log.ts';
import type { ProcessDeps } from '#jobs/process-deps.ts';
import { verifyPassword } from '#security/password-hash.ts';
import type { ServiceOptions } from '#services.ts';
import { CommandError } from './command-error.ts';
import type { Definition } from './definition.ts';
import { nextSignal } from './signals.ts';

/** Whether a user can sign in with a public password because the demo practice was loaded. */
async function hasPublicPasswords(db: Db): Promise<boolean> {
  const hashes = await db
    .selectFrom('users')
    .select('password_hash')
    .distinct()
    .where('user_name', 'in', DEMO_USER_NAMES)
    .where('is_active', '=', true)
    .execute();
  for (const { password_hash: stored } of hashes)
    if (await verifyPassword(stored, DEMO_PASSWORD)) return true;
  return false;
}

export const serveCommand: Definition = (command, run) =>
  command
    .option('--workers <number>', WORKERS_HELP)
    .action(({ workers }) => run((config) => serve(withWorkers(config, workers))));

/** Serves until a signal, without demo data or default accounts. Refuses a database whose passwords are public. */
function serve(config: Config): Promise<number> {
  return serveUntilSignal(config, {
    log: createLogger(config.logLevel),
    prepare: async ({ db }) => {
      if (await hasPublicPasswords(db)) {
        throw new CommandError(
          'This database contains the demo practice, whose passwords are public. Set DATA_DIR or DATABASE_URL to another one.',
        );
      }
    },
    announce: (address) => console.log(`Medical Portal is at ${address}`),
  });
}

export const WORKERS_HELP = 'processes that serve requests: auto, or 1 to 64 (see WORKERS)';

/** The settings with the number of workers from `--workers`. */
export function withWorkers(config: Config, workers: string | undefined): Config {
  if (workers === undefined) return config;
  const { data, error } = workerCount('--workers').safeParse(workers);
  if (error !== undefined) throw new CommandError(`${error.issues[0]?.message}.`);
  return { ...config, workers: data };
}

export interface Serving extends ServiceOptions {
  /** Runs once, before the portal listens. */
  readonly prepare: (deps: ProcessDeps) => Promise<void>;
  readonly announce: (address: string) => void;
}

/**
 * Opens the portal, listens, and shuts down cleanly on Ctrl-C or a termination signal. A second signal exits at once.
 * A signal during startup also counts, so that the database is not left running. If startup then takes too long, the
 * process exits.
 */
export async function serveUntilSignal(
  config: Config,
  { prepare, announce, ...options }: Serving,
): Promise<number> {
  if (cluster.worker !== undefined)
    return (await import('./workers/run-worker.ts')).runWorker(cluster.worker, config, options);
  await tryPort(config);
  const signal = nextSignal();
  let isOpening = true;
  // Opening can take minutes while another process migrates or the database recovers.
  const exitIfOpening = () => setTimeout(() => isOpening && process.exit(130), OPENING_PATIENCE_MS).unref();
  void signal.came.then(exitIfOpening);
  const portal = await open(config, options);
  isOpening = false;
  try {
    await prepare(portal.deps);
    await requireEmergencyAccount(portal.deps.db, portal.deps.config);
    if (!signal.has()) {
      announce(await portal.listen());
      await Promise.race([signal.came, portal.failed ?? signal.came]);
    }
  } finally {
    await portal.close();
    // A reader of the output that has stopped would hold the process.
    setTimeout(() => process.exit(), OUTPUT_PATIENCE_MS).unref();
  }
  return 0;
}

/** Throws what listening would throw, before a database is created or the demo practice is built. */
async function tryPort({ port, host }: Config): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  await once(probe.listen({ port, host }), 'listening');
  probe.close();
  await once(probe, 'close');
}

const OPENING_PATIENCE_MS = 10_000;
const OUTPUT_PATIENCE_MS = 2_000;

interface Served {
  readonly deps: ProcessDeps;
  listen(): Promise<string>;
  close(): Promise<void>;
  /** Rejects when the portal can no longer serve. */
  readonly failed?: Promise<never>;
}

/** Loads only what is needed: a supervisor serves no requests. */
async function open(config: Config, options: ServiceOptions): Promise<Served> {
  if (config.workers === 1) return (await import('#portal.ts')).openPortal(config, options);
  return (await import('./workers/supervisor.ts')).openSupervisor(config, options);
}
