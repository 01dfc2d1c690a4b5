import { describe, expect, it } from 'vitest';
import { InvalidOptions, readOptions } from './options.ts';

function refusal(...args: string[]): unknown {
  try {
    return readOptions(args, {});
  } catch (error) {
    return error instanceof InvalidOptions ? error.message.split('\n') : error;
  }
}

describe('options of the benchmark', () => {
  it('measures everything in a small and a large practice by default', () => {
    expect(readOptions([], {})).toEqual({
      profile: 'full',
      sizes: [1_000, 1_000_000],
      only: '',
      seconds: 2,
      folder: 'data/bench',
    });
  });

  it('compares with other portals in a practice of 50,000 patients, or of the given size', () => {
    expect(readOptions(['--profile', 'peer'], { DATA_DIR: '/d' })).toMatchObject({
      profile: 'peer',
      sizes: [50_000],
      folder: '/d/bench',
    });
    expect(readOptions(['--profile', 'peer', '--patients', '200'], {}).sizes).toEqual([200]);
  });

  it('refuses invalid options in one sentence with the usage', () => {
    const usage = expect.stringMatching(
      /^Usage: npm run bench -- \[--profile full\|peer\|start\|import\|codes\|sizing\]/,
    );
    expect(refusal('--profile', 'pear')).toEqual([
      'There is no profile “pear”; use full, peer, start, import, codes, sizing.',
      usage,
    ]);
    expect(refusal('--patients', '1000,99')).toEqual([
      'Each number of patients must be a whole number from 100 to 10,000,000.',
      usage,
    ]);
    expect(refusal('--seconds', '0')).toEqual(['The seconds must be more than 0 and at most 60.', usage]);
    expect(refusal('--unknown')).toEqual(["Unknown option '--unknown'", usage]);
  });
});
