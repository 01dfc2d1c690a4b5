import type { ProcessDeps } from './process-deps.ts';

const EVERY_MS = 30_000;

/** Reads the database's clock every 30 s, which this process follows. Returns a function that stops it. */
export function keepTime({
  db,
  databaseTime,
  log,
}: Pick<ProcessDeps, 'db' | 'databaseTime' | 'log'>): () => void {
  const timer = setInterval(() => {
    databaseTime(db).catch((error: unknown) =>
      log.debug({ err: error }, 'the clock of the database could not be read; trying again'),
    );
  }, EVERY_MS);
  return () => clearInterval(timer);
}
