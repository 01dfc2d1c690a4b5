import { describe, expect, it } from 'vitest';
import { isNpi } from './npi.ts';

describe('NPI', () => {
  it('has ten digits and the check digit of the CMS example', () => {
    expect(isNpi('1234567893')).toBe(true);
    for (let digit = 0; digit < 10; digit += 1) expect(isNpi(`123456789${digit}`)).toBe(digit === 3);
  });

  it.each([
    '',
    '123456789',
    '12345678931',
    '1234567894',
    '1243567893',
    ' 1234567893',
    '123456789O',
    '0000000006',
    '3234567891',
  ])('refuses %j', (text) => {
    expect(isNpi(text)).toBe(false);
  });
});
