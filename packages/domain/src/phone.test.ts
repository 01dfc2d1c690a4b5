import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { formatPhone, formatPhoneInput, isValidPhone, phoneDigits, typedPhoneDigits } from './phone.ts';

const among = (characters: string) => fc.constantFrom(...Array.from(characters));
const digits = (min: number, max: number) =>
  fc.string({ unit: among('0123456789'), minLength: min, maxLength: max });
/** Complete numbers as stored. */
const wire = fc
  .tuple(fc.constantFrom('', '1'), among('23456789'), digits(9, 9), digits(0, 8))
  .map((parts) => parts.join(''));
/** Numbers with an extension as users type them, complete or not. */
const written = fc
  .tuple(
    fc.constantFrom('', '1 ', '+1-'),
    digits(8, 12),
    fc.constantFrom('', 'x', ' ext', 'extension ', ' e'),
    digits(0, 9),
  )
  .map((parts) => parts.join(''));
/** Anything that can be typed or pasted into the field. */
const typing = fc.oneof(written, fc.string({ unit: among('0123456789 ()-.+#extnsioEXa'), maxLength: 45 }));

describe('phone display', () => {
  it.each([
    ['5551234567', '(555) 123-4567'],
    ['15551234567', '1 (555) 123-4567'],
    ['5551234', '555-1234'],
  ])('%s is shown as %s', (raw, shown) => {
    expect(formatPhone(raw)).toBe(shown);
  });

  it.each([
    ['555.123.4567', '(555) 123-4567'],
    ['(555) 123-4567', '(555) 123-4567'],
    ['+1 555-123-4567', '1 (555) 123-4567'],
    ['1/555/123/4567', '1 (555) 123-4567'],
    ['  555 123 4567 ', '(555) 123-4567'],
    ['555-1234', '555-1234'],
  ])('accepts other punctuation: %s is shown as %s', (raw, shown) => {
    expect(formatPhone(raw)).toBe(shown);
  });

  it.each([
    ['(555) 123-4567 ext. 89', '(555) 123-4567 ext. 89'],
    ['5551234567 ext 89', '(555) 123-4567 ext. 89'],
    ['5551234567x89', '(555) 123-4567 ext. 89'],
    ['555-123-4567 X 89', '(555) 123-4567 ext. 89'],
    ['555-123-4567, Extension: 89', '(555) 123-4567 ext. 89'],
    ['1 555 123 4567 EXT.89', '1 (555) 123-4567 ext. 89'],
    ['5551234 x12', '555-1234 ext. 12'],
    ['12345 ext 6', '12345 ext. 6'],
  ])('shows extensions: %s is shown as %s', (raw, shown) => {
    expect(formatPhone(raw)).toBe(shown);
  });

  it.each([
    ['55512345678', '(555) 123-4567 ext. 8'],
    ['555123456789', '(555) 123-4567 ext. 89'],
    ['155512345678', '1 (555) 123-4567 ext. 8'],
    ['1555123456789012345', '1 (555) 123-4567 ext. 89012345'],
  ])('treats extra digits as an extension: %s is shown as %s', (raw, shown) => {
    expect(formatPhone(raw)).toBe(shown);
  });

  it.each(
    [
      [
        '12345',
        '911',
        '123456',
        '12345678',
        '123456789',
        'none',
        '',
        ' ',
        'x5',
        'ask at desk',
        'fax 5551234567',
      ],
      ['+44 20 7946 0958', '555-CALL-NOW 1234', '555123456789 x1', '(555) 123-4567 ext. 8 ext. 9'],
    ].flat(),
  )('shows other values unchanged: %j', (raw) => {
    expect(formatPhone(raw)).toBe(raw);
  });

  it('is empty for null and undefined', () => {
    expect([formatPhone(null), formatPhone(undefined)]).toEqual(['', '']);
  });
});

describe('phone input', () => {
  it('is formatted with every keystroke', () => {
    const keys = Array.from('5551234567');
    const shown = keys.map((_, index) => formatPhoneInput(keys.slice(0, index + 1).join('')));
    expect(shown.slice(0, 5)).toEqual(['(5', '(55', '(555', '(555) 1', '(555) 12']);
    expect(shown.slice(5)).toEqual([
      '(555) 123',
      '(555) 123-4',
      '(555) 123-45',
      '(555) 123-456',
      '(555) 123-4567',
    ]);
  });

  it('accepts an optional leading 1', () => {
    expect(['1', '15', '15551', '15551234567'].map((typed) => formatPhoneInput(typed))).toEqual([
      '1',
      '1 (5',
      '1 (555) 1',
      '1 (555) 123-4567',
    ]);
    expect(formatPhoneInput('+1 (555) 123-4567')).toBe('1 (555) 123-4567');
  });

  it.each([
    ['55512345678', '(555) 123-45678'],
    ['155512345678', '1 (555) 123-45678'],
    ['(555) 123-45678', '(555) 123-45678'],
  ])('keeps digits that are too many: %s becomes %s', (typed, shown) => {
    expect(formatPhoneInput(typed)).toBe(shown);
    expect(isValidPhone(shown)).toBe(false);
  });

  it.each([
    '+52 55 1234 5678',
    '55 51 23 45 67',
    '0052 55 1234 5678',
    '555-123-4567 / 555-987-6543',
    '555-123-4567, 5559876543',
    '(555) 123-4567 or (555) 987-6543',
    '(555) 123-4567 ext. 123456789',
    '(555) 123-4567 ext. 8 ext. 9',
    '555-CALL-NOW',
    'cell 555 123 4567 or 555 987 6543',
    'phone tree 5551234567',
    '555 123 4567 cell',
    '５５５ 123 4567',
    'none',
  ])('keeps text that is no US number as typed, and refuses it: %s', (typed) => {
    expect(formatPhoneInput(typed)).toBe(typed);
    expect(isValidPhone(typed)).toBe(false);
    expect(typedPhoneDigits(typed)).toBe('');
  });

  it.each([
    'cell 555 123 4567',
    'Phone: (555) 123-4567',
    'Tel. 555.123.4567',
    'Home phone: 555-123-4567',
    'Fax #555 123 4567',
    '\u202A(555) 123\u20114567\u202C',
    '555–123–4567',
    '\u00A0555\u00A0123\u00A04567 ',
  ])('reads a pasted number with a label, spaces or hyphens: %j', (typed) => {
    const shown = formatPhoneInput(typed);
    expect(isValidPhone(typed)).toBe(true);
    expect(isValidPhone(shown)).toBe(true);
    expect(phoneDigits(shown)).toBe('5551234567');
    expect(typedPhoneDigits(typed)).toBe('5551234567');
  });

  it('reads the digits of an unfinished number', () => {
    expect(['+1 555 12', '1 (555) 123-4567 ext. 8', '555'].map(typedPhoneDigits)).toEqual([
      '55512',
      '5551234567',
      '555',
    ]);
  });

  it.each([
    ['(555) 123-4567x', '(555) 123-4567 x'],
    ['(555) 123-4567 e', '(555) 123-4567 e'],
    ['(555) 123-4567 EXT', '(555) 123-4567 ext'],
    ['(555) 123-4567 ext. ', '(555) 123-4567 ext. '],
    ['(555) 123-4567 x8', '(555) 123-4567 ext. 8'],
    ['(555) 123-4567 ext. 89', '(555) 123-4567 ext. 89'],
    ['5551234567 extension 89', '(555) 123-4567 ext. 89'],
    ['555123456789 x 12', '555123456789 x 12'],
    ['(555) 123-4567 abc', '(555) 123-4567 abc'],
    ['(555) 123-4567 fax 8', '(555) 123-4567 fax 8'],
    ['(555) 123-4567 ', '(555) 123-4567'],
  ])('reads an extension: %j becomes %j', (typed, shown) => {
    expect(formatPhoneInput(typed)).toBe(shown);
  });

  it('keeps an extension as typed until the number is complete', () => {
    expect(formatPhoneInput('555 x 12')).toBe('555 x 12');
    expect(formatPhoneInput('ext')).toBe('ext');
    expect(formatPhoneInput('')).toBe('');
  });

  it('does not change when formatted again', () => {
    fc.assert(
      fc.property(typing, (typed) => {
        const once = formatPhoneInput(typed);
        expect(formatPhoneInput(once)).toBe(once);
      }),
      { numRuns: 1000 },
    );
  });

  it('can always be deleted down to empty', () => {
    fc.assert(
      fc.property(typing, (typed) => {
        let value = formatPhoneInput(typed);
        for (let keys = 0; value !== ''; keys += 1) {
          expect(keys).toBeLessThan(2 * typed.length + 30);
          value = formatPhoneInput(value.slice(0, -1));
        }
      }),
    );
  });

  it('does not change a formatted stored value when the form opens', () => {
    fc.assert(
      fc.property(wire, (number) => {
        const shown = formatPhone(number);
        expect(formatPhoneInput(shown)).toBe(shown);
      }),
    );
  });
});

describe('phone digits', () => {
  it('contains only digits, followed by the extension', () => {
    expect(phoneDigits('(555) 123-4567')).toBe('5551234567');
    expect(phoneDigits('1 (555) 123-4567 ext. 89')).toBe('1555123456789');
    expect(phoneDigits('')).toBe('');
  });

  it('round-trips every complete number through formatting', () => {
    fc.assert(
      fc.property(wire, (number) => {
        expect(phoneDigits(formatPhone(number))).toBe(number);
        expect(phoneDigits(formatPhoneInput(formatPhone(number)))).toBe(number);
        expect(isValidPhone(number)).toBe(true);
        expect(isValidPhone(formatPhone(number))).toBe(true);
      }),
    );
  });

  it('is displayed the way it was typed', () => {
    fc.assert(
      fc.property(typing, (typed) => {
        const shown = formatPhoneInput(typed);
        fc.pre(isValidPhone(shown));
        expect(formatPhone(phoneDigits(shown))).toBe(shown);
      }),
    );
  });
});

describe('isValidPhone', () => {
  it.each(
    [
      ['5551234567', '(555) 123-4567', '15551234567', '1 (555) 123-4567', '+1 555.123.4567', '555123456789'],
      ['(555) 123-4567 ext. 1', '(555) 123-4567 ext. 12345678', '1 (555) 123-4567 x9', '155512345671234567'],
    ].flat(),
  )('%s is valid', (value) => {
    expect(isValidPhone(value)).toBe(true);
  });

  it.each(
    [
      ['', '555', '5551234', '555123456', '0551234567', '1551234567', '10551234567', '25551234567890123456'],
      [
        '(555) 123-45678',
        '(555) 123-4567 ext. 123456789',
        '(555) 123-4567 ext.',
        '(555) 123-4567 ext. 1 ext. 2',
      ],
      ['+44 20 7946 0958', 'call 5551234567', '٥٥٥١٢٣٤٥٦٧', 'x12'],
    ].flat(),
  )('%j is invalid', (value) => {
    expect(isValidPhone(value)).toBe(false);
  });
});
