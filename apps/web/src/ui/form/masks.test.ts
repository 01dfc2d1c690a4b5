import { patientFields, patientCreateBody } from '@portal/contract/patients';
import { parseTimeOfDay } from '@portal/domain/clock';
import { formatDateUs, parseUsDate } from '@portal/domain/date';
import { formatPhone, formatPhoneInput } from '@portal/domain/phone';
import { formatSsn, formatSsnInput } from '@portal/domain/ssn';
import { formatZipInput } from '@portal/domain/address';
import { parseTypedNumber } from '@portal/domain/typed-number';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDateInput } from './date-input.ts';
import { dateTimeValue, formatDateTimeInput, formatTimeInput, isMoment } from './date-time-input.ts';

const PRACTICE = { timeZone: 'America/New_York', clock: '12' } as const;

/** What the field's schema makes of a text; null if it is refused. */
const accepted = (schema: { safeParse: (text: string) => { data?: unknown } }) => (text: string) => {
  const { data } = schema.safeParse(text);
  return typeof data === 'string' ? data : null;
};

interface Mask {
  readonly format: (typed: string) => string;
  /** The stored value of a text, or null if it is refused. */
  readonly parse: (text: string) => string | null;
  /** A stored value as the field shows it. */
  readonly show: (stored: string) => string;
}

const MASKS: Readonly<Record<string, Mask>> = {
  phone: { format: formatPhoneInput, parse: accepted(patientFields.phone), show: formatPhone },
  SSN: {
    format: formatSsnInput,
    parse: accepted(patientCreateBody.shape.socialSecurityNumber),
    show: formatSsn,
  },
  ZIP: { format: formatZipInput, parse: accepted(patientFields.zipCode), show: (zip) => zip },
  date: { format: formatDateInput, parse: parseUsDate, show: formatDateUs },
  time: {
    format: formatTimeInput,
    parse: (text) => parseTimeOfDay(text, '24'),
    show: (time) => time,
  },
  'date and time': {
    format: formatDateTimeInput,
    parse: (text) => {
      const value = dateTimeValue(text, PRACTICE);
      return value !== null && isMoment(value) ? value : null;
    },
    show: (moment) => moment,
  },
};

/** Letters and digits of any script, and signs that change a number. */
const MEANING = /[\p{L}\p{N}]/gu;
const lower = (text: string) => (text.match(MEANING) ?? []).map((character) => character.toLowerCase());

/** Whether everything of the first list is in the second one, in order. */
function isWithin(typed: readonly string[], shown: readonly string[]): boolean {
  let at = 0;
  for (const character of shown) if (character === typed[at]) at += 1;
  return at === typed.length;
}

const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), maxLength: 16 }),
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789 ()-./+,:xexapm')), maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '00000000-',
    '+52 55 1234 5678',
    '555-123-4567 / 555-987-6543',
    '(555) 123-4567 ext. 123456789',
    ' 01/02/1980',
    'SSN 523-01-7413',
    '1980-1-2',
    '2.1.1980',
    'K1A 0B1',
    '12345-67890',
    '8:30 AM - 9:00 AM',
    '１２/３/1980',
  ),
);

describe.each(Object.entries(MASKS))('the mask of a %s', (_name, { format, parse, show }) => {
  it('keeps every letter and digit of a pasted text, in order', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        expect(isWithin(lower(typed), lower(format(typed)))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps every letter and digit that is typed at the end', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const shown = Array.from(typed).reduce((text, key) => format(text + key), '');
        expect(isWithin(lower(typed), lower(shown))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('does not change its own text, nor what a valid text means', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const shown = format(typed);
        expect(format(shown)).toBe(shown);
        const stored = parse(typed);
        expect(stored === null || parse(shown) === stored).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('shows a stored value in a form that it reads as the same value', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const stored = parse(format(typed));
        const isShown = stored !== null && !isMoment(stored);
        expect(!isShown || parse(format(show(stored))) === stored).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('typed numbers', () => {
  it.each([
    ['12', 12],
    [' 0.5 ', 0.5],
    ['.5', 0.5],
    ['007', 7],
    ['-5', -5],
    ['Pills: 30', 30],
    ['Qty.: 0.5', 0.5],
    ['#12', 12],
  ])('reads %j as %d', (text, number) => {
    expect(parseTypedNumber(text)).toBe(number);
  });

  it.each([
    '0,5',
    '1,000',
    '1.000,5',
    '1e3',
    '0x10',
    '１２',
    '½',
    '+5',
    '--5',
    '5 mg',
    '5.',
    '1 000',
    '∞',
    '',
  ])('refuses %j', (text) => {
    expect(parseTypedNumber(text)).toBeNull();
  });

  it('never reads a number that differs from the digits typed, behind a label or not', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const number = parseTypedNumber(text);
        const [, digits = ''] = /^(?:[a-z .]*[:#=]\s*)?(-?[\d.]+)$/i.exec(text.trim()) ?? [];
        expect(number === null || Number(digits) === number).toBe(true);
      }),
    );
  });
});
