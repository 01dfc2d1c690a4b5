import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyTemplate, dropCopy } from '@portal/server/test/harness';
import { TEST_KEYS, TEST_MASTER_KEY } from '@portal/server/test/settings';
import { afterEach, expect, it, vi } from 'vitest';
import type { Row } from '../areas/area.ts';
import { Closers } from '../lib/closers.ts';
import { measure } from '../lib/measure.ts';
import { fillTables } from '../lib/practice.ts';
import { openWithin } from '../lib/within.ts';
import { AREAS, FailedRows, measureAreas, Results } from './full.ts';

const call = () => ({ method: 'GET' as const, path: '/nothing' });

afterEach(() => {
  vi.restoreAllMocks();
});

it('every row of the benchmark succeeds in a tiny practice, and one that fails does not lose the others', async () => {
  const logged = vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
  const closers = new Closers();
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-'));
  closers.add(() => rm(dataDir, { recursive: true, force: true }));
  try {
    const database = await copyTemplate();
    closers.add(() => dropCopy(database));
    const patients = 200;
    await fillTables(database.ownerUrl, TEST_KEYS, patients);
    const practice = { patients, masterKey: TEST_MASTER_KEY, ...database, dataDir, databasePid: 0 };
    const within = await openWithin(practice);
    closers.add(() => within.close());
    const run = async (row: Row) => {
      await row.before?.();
      const figures = await measure({ connections: 1, seconds: 0.001 }, (turn) =>
        within.answer(row.call(turn)),
      );
      return {
        one: { ...figures, nodeCpu: undefined, databaseCpu: undefined },
        within: figures,
        many: figures,
        matches: undefined,
      };
    };
    const rows: Row[] = [
      { name: 'broken', call },
      { name: 'unfit', call, missing: 'there is nothing' },
    ];
    const failing = { name: 'failing', rows: async () => rows, cleanUp: async () => undefined };
    const results = new Results();
    await measureAreas([failing, ...AREAS], practice, { only: '', results, run });

    expect(() => results.throwFailures()).toThrow(FailedRows);
    expect(() => results.throwFailures()).toThrow(
      /^200 broken failed: GET \/nothing answered 404 within: .*$/,
    );
    expect(logged.mock.calls.flat().filter((line) => String(line).includes('left out'))).toEqual([
      '200 unfit: left out, because there is nothing',
    ]);
    expect(results.figures.size).toBeGreaterThan(200);
  } finally {
    await closers.closeAll();
  }
});
