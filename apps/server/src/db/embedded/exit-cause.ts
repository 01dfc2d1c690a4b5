import type { UnexpectedExit } from './supervise.ts';

/** Why a server ended, for the log: its own last words, which contain no values, and what to do if the cause is known. */
export function causeOf({ code, signal, log, restartInMs }: UnexpectedExit): Record<string, unknown> {
  const text = log.join('\n');
  return { code, signal, restartInMs, serverLog: log, ...adviceOn(text) };
}

function adviceOn(text: string): { cause?: string } {
  if (/No space left on device|Disk quota exceeded/.test(text))
    return { cause: 'The disk of the database is full. Free some space.' };
  if (/Input\/output error/.test(text))
    return { cause: 'The disk of the database failed (input/output error). Check the disk.' };
  return {};
}
