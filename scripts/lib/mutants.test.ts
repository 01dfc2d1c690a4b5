import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutated, readMutants } from './mutants.mjs';
import { root } from './paths.mjs';

const lists = await readMutants();

describe.each(lists)('the mutants of $list', ({ mutants }) => {
  it.each(mutants)('can be tried: $breaks', async (mutant) => {
    const text = await readFile(join(root, mutant.file), 'utf8');
    expect(mutated(text, mutant)).not.toBe(text);
    expect(mutant.tests.filter((test) => !existsSync(join(root, test)))).toEqual([]);
    expect(mutant.tests).not.toEqual([]);
  });
});

describe('a mutant', () => {
  it('is refused if its text is missing or not unique', () => {
    const mutant = { breaks: 'the limit', find: '< 2', replace: '<= 2' };
    expect(mutated('a < 2', mutant)).toBe('a <= 2');
    expect(() => mutated('a < 3', mutant)).toThrow('the limit');
    expect(() => mutated('a < 2 && b < 2', mutant)).toThrow('exactly once');
  });
});
