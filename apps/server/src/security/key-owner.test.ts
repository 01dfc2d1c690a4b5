import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { keyFile, replaceKeyFile, writeKeyFile } from './keys.ts';
import { keepPreviousKey, previousKeysFolder } from './previous-keys.ts';

const NOBODY = 65534;

it('keys have the owner of the data folder, also when a command of root writes them', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-keys-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  if (process.getuid?.() === 0) await chown(dataDir, NOBODY, NOBODY);
  const [first, second] = [randomBytes(32), randomBytes(32)];
  const path = keyFile(dataDir);
  await writeKeyFile(path, first);
  await keepPreviousKey(dataDir, { previous: first, next: second });
  await replaceKeyFile(path, second);
  const previous = previousKeysFolder(dataDir);
  const kept = (await readdir(previous)).map((name) => join(previous, name));
  const { uid, gid } = await stat(dataDir);
  for (const each of [dirname(path), path, previous, ...kept])
    expect(await stat(each)).toMatchObject({ uid, gid });
});
