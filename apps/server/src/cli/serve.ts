import type { Config } from '#platform/config.ts';
import { createLogger } from '#platform/log.ts';
import { openPortal, type Portal, type PortalOptions } from '#portal.ts';
import { CommandError } from './command-error.ts';
import { hasPublicPasswords } from './published-passwords.ts';

/** Serves until a signal, without demo data or default accounts. Refuses a database whose passwords are public. */
export function serve(config: Config): Promise<number> {
  return serveUntilSignal(config, {
    log: createLogger(config.logLevel),
    prepare: async ({ deps }) => {
      if (await hasPublicPasswords(deps.db)) {
        throw new CommandError(
          'This database contains the demo practice, whose passwords are public. Set DATA_DIR or DATABASE_URL to another one.',
        );
      }
    },
    announce: (address) => console.log(`Medical Portal is at ${address}`),
  });
}

export interface Serving extends PortalOptions {
  /** Runs before the portal listens. */
  readonly prepare: (portal: Portal) => Promise<void>;
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
  const signal = nextSignal();
  let isOpening = true;
  // Opening can take minutes while another process migrates or the database recovers.
  const exitIfOpening = () => setTimeout(() => isOpening && process.exit(130), OPENING_PATIENCE_MS).unref();
  void signal.came.then(exitIfOpening);
  const portal = await openPortal(config, options);
  isOpening = false;
  try {
    await prepare(portal);
    if (!signal.has()) {
      announce(await portal.listen());
      await signal.came;
    }
  } finally {
    await portal.close();
  }
  return 0;
}

const OPENING_PATIENCE_MS = 10_000;
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function nextSignal(): { came: Promise<void>; has: () => boolean } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let has = false;
  for (const name of ENDING) {
    process.on(name, () => {
      if (has) process.exit(130);
      has = true;
      resolve();
    });
  }
  return { came: promise, has: () => has };
}
