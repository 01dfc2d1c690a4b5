import { describe, expect, it } from 'vitest';
import { ColumnSampler } from './column-samples.ts';

const sample = (rows: readonly (readonly string[])[], mask = (cell: string) => cell) => {
  const sampler = new ColumnSampler(2);
  for (const row of rows) sampler.add(row);
  return sampler.columns(mask);
};

describe('samples of columns', () => {
  it('are the first three different values, and all values are counted', () => {
    expect(sample([['a'], ['b', ' '], ['a', ''], ['c'], ['d']])).toEqual([
      { values: 5, samples: ['a', 'b', 'c'] },
      { values: 0, samples: [] },
    ]);
  });

  it('are short, and text that can be stored', () => {
    const [first] = sample([[`${'x'.repeat(58)}😀y`], ['one\n\0two'], [`${'y'.repeat(999)}😀`]]);
    expect(first?.samples.map((text) => text.length)).toEqual([60, 7, 60]);
    expect(first?.samples.every((text) => text.isWellFormed())).toBe(true);
  });

  it('are masked before they are cut', () => {
    const [first] = sample([[`${'x'.repeat(55)} 123-45-6789`]], (cell) => cell.replaceAll(/\d/g, '•'));
    expect(first?.samples[0]).not.toMatch(/\d/);
  });
});
