import { describe, expect, it } from 'vitest';
import { causeOf } from './exit-cause.ts';

describe('the log of a database that ended', () => {
  const exit = { code: 1, signal: null, restartInMs: 20 };

  it.each([
    [
      'PANIC:  could not write to file "pg_wal/xlogtemp.12": No space left on device',
      /^The disk of the database is full/,
    ],
    ['PANIC:  could not fsync file "base/5/1": Input/output error', /^The disk of the database failed/],
  ])('names the cause of %s', (line, cause) => {
    expect(causeOf({ ...exit, log: ['LOG:  checkpoint starting', line] })).toEqual({
      ...exit,
      cause: expect.stringMatching(cause),
      serverLog: ['LOG:  checkpoint starting', line],
    });
  });

  it('has the last words of the server if the cause is not known', () => {
    expect(causeOf({ ...exit, log: ['LOG:  shutting down'] })).toEqual({
      ...exit,
      serverLog: ['LOG:  shutting down'],
    });
  });
});
