import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Child } from './test/child.ts';

/** Reports at the end whether Node.js has loaded its compiler of types, which keeps 20 MB. */
const REPORT = `data:text/javascript,process.on('exit', () =>
  console.log('compiler', process.moduleLoadList.some((name) => name.includes('deps/amaro'))))`;

it('a start from the compile cache does not load the compiler of types', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-cache-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const help = async () => {
    const { out } = await new Child(['help'], { TMPDIR: folder }, ['--import', REPORT]).ended();
    return out.trim().split('\n').at(-1);
  };
  expect(await help()).toBe('compiler true');
  expect(await help()).toBe('compiler false');
});
