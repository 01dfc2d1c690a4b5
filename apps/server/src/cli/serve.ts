import type { Config } from '../config.ts';
import { createLogger } from '../log.ts';
import { openPortal, type Portal } from '../portal.ts';

/** Serves until a signal: no demo data, no default account. */
export async function serve(config: Config): Promise<number> {
  const portal = await openPortal(config, { log: createLogger(config.logLevel) });
  return serveUntilSignal(portal, async (address) => console.log(`Medical Portal is at ${address}`));
}

/** Listens, then waits for Ctrl-C or a termination and ends cleanly; a second signal ends at once. */
export async function serveUntilSignal(
  portal: Portal,
  started: (address: string) => Promise<void>,
): Promise<number> {
  const signal = nextSignal();
  try {
    await started(await portal.listen());
    await signal;
  } finally {
    process.once('SIGINT', () => process.exit(130));
    await portal.close();
  }
  return 0;
}

function nextSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}
