import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberText } from './workbook-number.ts';

const show = (value: number, code?: string, { id = code === undefined ? 0 : 164, is1904 = false } = {}) =>
  numberText(id, code)(value, is1904);

describe('numbers of a workbook', () => {
  it.each([
    [123, undefined, '123'],
    [0, undefined, '0'],
    [-5, '0', '-5'],
    [123, '00000', '00123'],
    [123_456, '00000', '123456'],
    [12_345_678, '000-00-0000', '012-34-5678'],
    [12_345_678, '000\\-00\\-0000', '012-34-5678'],
    [21_712_345, '00000\\-0000', '02171-2345'],
    [7, '"MRN-"0000', 'MRN-0007'],
    [4_105_550_123, '[<=9999999]###\\-####;\\(###\\)\\ ###\\-####', '4105550123'],
    [4_105_550_123, '\\(000\\)\\ 000\\-0000', '(410) 555-0123'],
    [1234, '#,##0', '1234'],
    [1234, '#,##0_);(#,##0)', '1234'],
    [1.5, '00000', '1.5'],
    [1, '0.00', '1'],
    [0.1 + 0.2, undefined, '0.3'],
    [1_234_567_890_123_456, undefined, '1.23456789012346E+15'],
    [123_456_789_012_345, '0', '123456789012345'],
    [5, 'General', '5'],
    [5, '0 "days"', '5 days'],
    [5, '[Red]0', '5'],
    [0.000_000_1, undefined, '1E-7'],
  ])('%f as %s is %s', (value, code, text) => {
    expect(show(value, code)).toBe(text);
  });

  it.each([
    [29_225, 'm/d/yyyy', false, '1980-01-05'],
    [29_225, 'dd\\.mm\\.yy', false, '1980-01-05'],
    [29_225, '[$-409]d\\-mmm\\-yyyy;@', false, '1980-01-05'],
    [29_225 - 1462, 'm/d/yyyy', true, '1980-01-05'],
    [29_225.562_5, 'm/d/yy h:mm', false, '1980-01-05 13:30:00'],
    [0.562_5, 'h:mm AM/PM', false, '13:30:00'],
    [1, 'm/d/yyyy', false, '1900-01-01'],
    [59, 'm/d/yyyy', false, '1900-02-28'],
    [60, 'm/d/yyyy', false, '1900-02-29'],
    [61, 'm/d/yyyy', false, '1900-03-01'],
    [0, 'm/d/yyyy', false, '1899-12-31'],
    [0, 'm/d/yyyy', true, '1904-01-01'],
    [2_958_465, 'm/d/yyyy', false, '9999-12-31'],
    [2_958_466, 'm/d/yyyy', false, '2958466'],
    [-1, 'm/d/yyyy', false, '-1'],
  ])('%f as %s (1904: %s) is the day %s', (value, code, is1904, text) => {
    expect(show(value, code, { is1904 })).toBe(text);
  });

  it('are dates in the formats that only have a number', () => {
    expect(show(29_225, undefined, { id: 14 })).toBe('1980-01-05');
    expect(show(29_225, 'm/d/yyyy', { id: 14 })).toBe('1980-01-05');
    expect(show(29_225, undefined, { id: 2 })).toBe('29225');
    expect(show(29_225, undefined, { id: 49 })).toBe('29225');
  });

  it('never make the reader throw, whatever the format', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.double({ noNaN: true }), (code, value) => {
        expect(typeof show(value, code)).toBe('string');
      }),
    );
  });
});
