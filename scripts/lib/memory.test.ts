import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { memoryFolder } from './memory.mjs';

it('temporary files are in memory only if it has room for them', () => {
  expect(memoryFolder({ folder: tmpdir(), needed: 1 })).toBe(tmpdir());
  expect(memoryFolder({ folder: tmpdir(), needed: Number.MAX_SAFE_INTEGER })).toBeUndefined();
  expect(memoryFolder({ folder: join(tmpdir(), 'there-is-none') })).toBeUndefined();
});
