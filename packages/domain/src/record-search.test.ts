import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRecordSearch } from './record-search.ts';

describe('a search of orders, messages and documents', () => {
  it.each([
    ['', []],
    ['  ', []],
    ['Smith lumbar', ['smith', 'lumbar']],
    ['Smith, Ann', ['smith', 'ann']],
    ['ORD-2026-000123', ['ord 2026 000123']],
    ['MRI_neck.pdf', ['mri neck pdf']],
    ['M54.16', ['m54 16']],
    ['O’Brien', ['obrien']],
    ['Núñez', ['nunez']],
    ['(410) 555-0142', ['4105550142']],
    ['pain pain', ['pain']],
    ['- — -', null],
    ['%_', null],
    ['<script>', null],
    ["' or 1=1 --", null],
    ['李', ['李']],
  ])('%j looks for %j', (typed, words) => {
    expect(parseRecordSearch(typed)).toEqual(words);
  });

  it('counts every word', () => {
    expect(parseRecordSearch('one two three four five six seven eight nine ten')).toHaveLength(10);
  });

  it('has texts of letters, digits and single spaces', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 80 }), (typed) => {
        const words = parseRecordSearch(typed) ?? [];
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}]+( [\p{L}\p{N}]+)*$/u);
      }),
    );
  });
});
