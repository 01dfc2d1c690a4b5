import { mkdtemp, rm, utimes, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { portalForTest } from '#test/harness.ts';
import { keepPreviousKey, readPreviousKeys } from '#security/previous-keys.ts';
import { beginCommandBackup, finishBackup } from '#backup/backup-store.ts';
import { copiesFolder } from '#backup/copies-folder.ts';
import { markRemoved } from './backup-repo.ts';
import { forgetUnneededKeys } from './unneeded-keys.ts';

const [OLDEST, OLD, CURRENT] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)];
const hour = (number: number) => new Date(Date.UTC(2026, 10, 20, number));

it('keeps a replaced master key until everything that was backed up before was removed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-keys-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const { deps } = await portalForTest();
  const { db } = deps;
  await keepPreviousKey(dataDir, { previous: OLDEST, next: OLD });
  await keepPreviousKey(dataDir, { previous: OLD, next: CURRENT });
  const kept = () => readPreviousKeys(dataDir, CURRENT);
  for (const { path, master } of await kept()) {
    const at = master.equals(OLDEST) ? hour(2) : hour(4);
    await utimes(path, at, at);
  }
  const copy = join(copiesFolder(dataDir), 'copy.age');
  await mkdir(copiesFolder(dataDir));
  await writeFile(copy, '');
  await utimes(copy, hour(1), hour(1));
  for (const number of [3, 5]) {
    const id = await beginCommandBackup(db, { startedAt: hour(number), file: `/b/${number}` });
    await finishBackup(db, id, { now: hour(number), bytes: 1 });
  }
  const [first] = await db.selectFrom('backups').selectAll().orderBy('started_at').execute();
  const forget = () => forgetUnneededKeys(db, { masterKey: CURRENT.toString('base64'), dataDir });

  await forget();
  expect(await kept()).toHaveLength(2);
  await rm(copy);
  await forget();
  expect((await kept()).map(({ master }) => master)).toEqual([OLD]);
  await markRemoved(db, first?.id ?? '', hour(6));
  await forget();
  expect(await kept()).toEqual([]);
});
