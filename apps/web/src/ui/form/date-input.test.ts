import { assert, property, date as anyDate } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateText, dateValue, formatDateInput } from './date-input.ts';

/** The text of a field after typing the keys. */
const type = (keys: string) => Array.from(keys).reduce((shown, key) => formatDateInput(shown + key), '');

describe('dates typed as MM/DD/YYYY', () => {
  it.each([
    ['04051990', '04/05/1990'],
    ['4/5/1990', '04/05/1990'],
    ['04-05-1990', '04/05/1990'],
    ['12/31/2026', '12/31/2026'],
    ['040519901', '04/05/19901'],
    ['abc', 'abc'],
  ])('formats %s as %s', (keys, shown) => {
    expect(type(keys)).toBe(shown);
  });

  // Where people write dots, the day comes first.
  it.each(['4.5.1990', '04/05/1990 10:30', 'April 5', 'DOB 04/05/90', '041/5/1990', '１/2/1990', '//'])(
    'keeps text that is no US date as typed: %s',
    (text) => {
      expect(formatDateInput(text)).toBe(text);
      expect(dateValue(text)).toBe(text);
    },
  );

  it.each([
    'April 5, 1990',
    'Apr 5 1990',
    '5 Apr 1990',
    'Apr. 5th, 1990',
    '05-APR-1990',
    'DOB 04/05/1990',
    'Date of birth: 4/5/1990',
    '04 / 05 / 1990',
    '1990/04/05',
    'Born 1990-04-05',
  ])('reads a pasted date with a label, spaces or the name of the month: %s', (text) => {
    expect(dateValue(formatDateInput(text))).toBe('1990-04-05');
  });

  it('accepts pasted dates in both formats', () => {
    expect(formatDateInput(' 04/05/1990 ')).toBe('04/05/1990');
    expect(formatDateInput(' 1990-04-05 ')).toBe('04/05/1990');
    expect(formatDateInput('4/5/1990')).toBe('04/05/1990');
  });

  it('allows deleting characters from the end', () => {
    for (let shown = '04/05/1990'; shown !== '';) {
      const next = formatDateInput(shown.slice(0, -1));
      expect(next.length).toBeLessThan(shown.length);
      shown = next;
    }
  });

  it('returns a date, or the typed text, which the schema refuses', () => {
    expect(dateValue('04/05/1990')).toBe('1990-04-05');
    expect(dateValue('02/30/1990')).toBe('02/30/1990');
    expect(dateValue('04/05/90')).toBe('04/05/90');
    expect(dateText('1990-04-05')).toBe('04/05/1990');
    expect(dateText('04/0')).toBe('04/0');
    expect(dateText(null)).toBe('');
  });

  it('parses every displayed date', () => {
    assert(
      property(
        anyDate({ min: new Date(Date.UTC(1000, 0)), max: new Date(Date.UTC(9999, 0)), noInvalidDate: true }),
        (moment) => {
          const wire = moment.toISOString().slice(0, 10);
          expect(dateValue(type(dateText(wire).replaceAll('/', '')))).toBe(wire);
        },
      ),
    );
  });
});
