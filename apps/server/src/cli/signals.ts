/** Signals that end the portal cleanly. */
export const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first of these signals. A second one exits at once. */
export function nextSignal(): { came: Promise<void>; has: () => boolean } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let has = false;
  for (const name of ENDING_SIGNALS) {
    process.on(name, () => {
      if (has) process.exit(130);
      has = true;
      resolve();
    });
  }
  return { came: promise, has: () => has };
}

/** Aborts at the first of these signals and says so. */
export function abortOnSignal(): AbortSignal {
  const controller = new AbortController();
  const { came } = nextSignal();
  void (async () => {
    await came;
    console.error('Canceling …');
    controller.abort();
  })();
  return controller.signal;
}
