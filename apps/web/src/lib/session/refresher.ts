/**
 * Wraps a task so that its runs never overlap. A call during a run schedules one more run afterwards, because the current run
 * may have read outdated data. Each call's promise settles with a run that started after the call.
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
