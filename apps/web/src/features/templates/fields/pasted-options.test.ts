import { describe, expect, it } from 'vitest';
import { pastedOptions } from './OptionsField.tsx';

describe('a pasted list', () => {
  it.each([
    ['a column of a spreadsheet', 'Left\r\nRight\r\n', ['Left', 'Right']],
    ['a row of a spreadsheet', 'Left\tRight\tLeft', ['Left', 'Right']],
    ['bullets', '• Left\n• Right\n\n- Both', ['Left', 'Right', 'Both']],
    ['numbers', '1. L4-L5\n2) L5-S1\na) S1', ['L4-L5', 'L5-S1', 'S1']],
    ['semicolons', 'Left; Right; Both, at once', ['Left', 'Right', 'Both, at once']],
    ['numbers that are options', '10 mg\n20 mg\n-5', ['10 mg', '20 mg', '-5']],
  ])('of %s becomes one option per line', (_what, text, options) => {
    expect(pastedOptions(text)).toEqual(options);
  });

  it.each(['Left', 'Both, at once', ' ', 'same\nsame\n'.slice(0, 5)])('is none: "%s"', (text) => {
    expect(pastedOptions(text)).toBeNull();
  });
});
