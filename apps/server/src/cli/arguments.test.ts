import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { CommandError } from './command-error.ts';
import { COMMANDS } from './run.ts';

it.each(Object.keys(COMMANDS))('%s refuses arguments that it does not know', async (name) => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-arguments-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const DATA_DIR = join(folder, 'data');
  const run = await COMMANDS[name]?.load();
  for (const args of [['--no-such-option'], ['one', 'two', 'three']]) {
    const ended = (async () => run?.(readConfig({ DATA_DIR }), args))();
    await expect(ended).rejects.toThrow(CommandError);
    await expect(ended).rejects.toThrow(/^Usage: |^The options of |^The only option is /);
  }
  expect(existsSync(DATA_DIR)).toBe(false);
});
