/**
 * Runs a task so that calls never overlap: a call while one is running makes one more run afterwards, because what the
 * running one reads may be older than the reason for the call. Every caller's promise ends with a run that began later.
 */
export function createRefresher(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function run(): Promise<void> {
    const started = task().finally(() => {
      if (running === started) running = null;
    });
    running = started;
    return started;
  }

  return () => {
    if (running === null) return run();
    next ??= running.then(
      () => {
        next = null;
        return run();
      },
      () => {
        next = null;
        return run();
      },
    );
    return next;
  };
}
