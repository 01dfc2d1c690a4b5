import type { Config } from '#platform/config.ts';
import { hasPublishedPasswords } from '#demo/published-passwords.ts';
import { createLogger } from '#platform/log.ts';
import { openPortal, type Portal, type PortalOptions } from '#portal.ts';
import { CommandError } from './command-error.ts';

/** Serves until a signal: no demo data, no default account. Refuses a database whose passwords are published. */
export function serve(config: Config): Promise<number> {
  return serveUntilSignal(config, {
    log: createLogger(config.logLevel),
    prepare: async ({ deps }) => {
      if (await hasPublishedPasswords(deps.db)) {
        throw new CommandError(
          'This database holds the demo practice, whose passwords are published. Set DATA_DIR or DATABASE_URL to another one.',
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
 * Opens the portal, listens, waits for Ctrl-C or a termination and ends cleanly; a second signal ends at once. A signal that comes
 * while the portal is being opened counts as well: the database must not be left running. Opening that takes too long is cut off then.
 */
export async function serveUntilSignal(
  config: Config,
  { prepare, announce, ...options }: Serving,
): Promise<number> {
  const signal = nextSignal();
  let isOpening = true;
  // Opening may wait for minutes, for another process's migration or for a database that recovers.
  const giveUp = () => setTimeout(() => isOpening && process.exit(130), OPENING_PATIENCE_MS).unref();
  void signal.came.then(giveUp);
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
