/** Signals that end the portal cleanly. */
export const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first of these signals, until `stop` is called. A second one exits at once. */
export function nextSignal(): { came: Promise<void>; has: () => boolean; stop: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let has = false;
  const listen = () => {
    if (has) process.exit(130);
    has = true;
    resolve();
  };
  for (const name of ENDING_SIGNALS) process.on(name, listen);
  const stop = () => ENDING_SIGNALS.forEach((name) => process.off(name, listen));
  return { came: promise, has: () => has, stop };
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
