import { describe, expect, it } from 'vitest';
import { LauncherError } from './paths.mjs';
import { sortWords } from './words.mjs';

const PARTS = ['unit', 'e2e'];

describe('the arguments of the test command', () => {
  it('separates part names from path filters', async () => {
    expect(await sortWords(['unit', 'scripts/lib/words'], PARTS)).toEqual({
      chosen: ['unit'],
      filters: ['scripts/lib/words'],
    });
    expect(await sortWords([], PARTS)).toEqual({ chosen: [], filters: [] });
  });

  it('rejects a word that is neither and lists the parts', async () => {
    const refused = sortWords(['unti'], PARTS);
    await expect(refused).rejects.toThrow(LauncherError);
    await expect(refused).rejects.toThrow('"unti" is not a part');
    await expect(refused).rejects.toThrow('The parts are unit, e2e;');
  });
});
