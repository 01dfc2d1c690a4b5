import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRecordSearch, recordTextForms } from './record-search.ts';

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
    ['王小明', ['王', '小', '明']],
    ['Lee, Ann, DOB 02/03/2010, age 16, MRN 00000507', ['lee', 'ann', '00000507']],
    ['Phone: (410) 555-0142', ['4105550142']],
  ])('%j looks for %j', (typed, words) => {
    expect(parseRecordSearch(typed)).toEqual(words);
  });

  it.each([
    ['ord2026000201', ['ord2026000201', 'ord 2026 000201']],
    ['msg2026000201', ['msg2026000201', 'msg 2026 000201']],
    ['2026000201', ['2026000201', '2026 000201']],
    ['m5416', ['m5416', 'm54 16']],
    ['m1a00x0', ['m1a00x0', 'm1a 00x0']],
    ['m54', ['m54']],
    ['lumbar', ['lumbar']],
  ])('may find %j as %j', (text, forms) => {
    expect(recordTextForms(text)).toEqual(forms);
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
