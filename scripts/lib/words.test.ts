import { describe, expect, it } from 'vitest';
import { LauncherError } from './paths.mjs';
import { parseTestArgs } from './words.mjs';

const PARTS = ['unit', 'e2e'];

describe('the arguments of the test command', () => {
  it('separates part names from path filters', async () => {
    expect(await parseTestArgs(['unit', 'scripts/lib/words'], PARTS)).toEqual({
      chosen: ['unit'],
      filters: ['scripts/lib/words'],
    });
    expect(await parseTestArgs([], PARTS)).toEqual({ chosen: [], filters: [] });
  });

  it('rejects a word that is neither and lists the parts', async () => {
    const refused = parseTestArgs(['unti'], PARTS);
    await expect(refused).rejects.toThrow(LauncherError);
    await expect(refused).rejects.toThrow('"unti" is not a part');
    await expect(refused).rejects.toThrow('The parts are unit, e2e;');
  });
});
