import { describe, expect, it } from 'vitest';
import type { RawPatient } from './columns.ts';
import { readPatient } from './read-patient.ts';
import { meaningOf } from './words.ts';

const read = (raw: RawPatient, otherStates = false) =>
  readPatient(
    { firstName: 'Jane', lastName: 'Roe', dateOfBirth: '1/5/1980', ...raw },
    { order: 'month first', today: '2026-11-23', words: {}, otherStates },
  );

describe('phones of old systems', () => {
  it.each(
    '(410) 555-0123 (mother)|410-555-0123 Mom|mother: 410-555-0123|410-555-0123 (Mom’s cell)|410-555-0123 - wife|4105550123 Fiancée|fiancé 410-555-0123'.split(
      '|',
    ),
  )('reads %s with a note', (phone) => {
    expect(read({ phone })).toMatchObject({
      patient: { phone: '4105550123' },
      problems: [],
      notes: ['Word with a phone, such as “mother”, left out'],
    });
  });

  it.each(['410-555-0123 (wrong number)', '410-555-0123 do not call', '410-555-0123 disconnected'])(
    'does not guess what words mean: %s',
    (phone) => {
      expect(read({ phone }).problems).toEqual([
        { field: 'phone', message: 'Phone is followed by words that are not known' },
      ]);
    },
  );

  it.each(['mother', '410-555-0123 ext', '410-555-0123 / 410-555-0124 (mother)'])('refuses %s', (phone) => {
    expect(read({ phone }).problems).toMatchObject([{ field: 'phone' }]);
  });
});

describe('email addresses of old systems', () => {
  it.each([
    'jane@example.com; jroe@example.org',
    'jane@example.com,jroe@example.org',
    'jane@example.com jroe@example.org',
    'jane@example.com / jroe@example.org',
    'jane@example.com or jroe@example.org',
  ])('takes the first one of %s, with a note', (email) => {
    expect(read({ email })).toMatchObject({
      patient: { email: 'jane@example.com' },
      notes: ['Second email address left out'],
    });
  });

  it.each([
    ['jane@example.com', 'jane@example.com'],
    ['jane@example.com; JANE@example.com;', 'jane@example.com'],
    ['jane@example.com; none', 'jane@example.com; none'],
    ['declined', null],
  ])('reads %s as %s', (email, value) => {
    expect(read({ email })).toMatchObject({ patient: { email: value }, notes: [] });
  });
});

describe('states of old systems', () => {
  it.each([
    ['New York', 'NY'],
    ['NEW YORK', 'NY'],
    ['new  york', 'NY'],
    ['ny', 'NY'],
    ['N.Y.', 'NY'],
    ['US-NY', 'NY'],
    ['NY - New York', 'NY'],
    ['New York (NY)', 'NY'],
  ])('reads %s as %s', (state, code) => {
    expect(read({ state })).toMatchObject({ patient: { state: code }, problems: [] });
  });

  it.each(['DC', 'D.C.', 'district of columbia', 'Washington, DC', 'Washington D.C.'])(
    'reads %s if the practice takes states outside the fifty',
    (state) => {
      expect(read({ state }, true)).toMatchObject({ patient: { state: 'DC' }, problems: [] });
      expect(read({ state }).problems).toEqual([
        {
          field: 'state',
          message: 'State is not one of the 50 US states; a setting of the server allows others',
        },
      ]);
    },
  );

  it.each(['NY - New Jersey', 'Ontario', 'NY or NJ', 'NY/NJ', '-', '()'])(
    'does not guess from %s',
    (state) => {
      const { patient, problems } = read({ state });
      expect([patient.state, problems.length]).toEqual([null, state === '-' ? 0 : 1]);
    },
  );
});

describe('words of old systems with their codes', () => {
  it.each([
    ['m - male', 'Male'],
    ['f-female', 'Female'],
    ['female (f)', 'Female'],
    ['1 - male', 'Male'],
    ['u: unknown', 'None'],
    ['choose not to disclose', 'None'],
    ['non-binary', 'Other'],
    ['m - female', undefined],
    ['x - female', undefined],
    ['q - male', undefined],
    ['male-to-female', undefined],
    ['female - pregnant', undefined],
    ['not-male', undefined],
    ['m/f', undefined],
    ['1/2', undefined],
  ])('%s means %s', (word, meaning) => {
    expect(meaningOf('gender', word, {})).toBe(meaning);
  });

  it.each([
    ['a - active', 'Active'],
    ['i - inactive', 'Inactive'],
    ['d - deceased', 'Deceased'],
    ['a - inactive', undefined],
    ['1/5', undefined],
  ])('a status of %s means %s', (word, meaning) => {
    expect(meaningOf('status', word, {})).toBe(meaning);
  });
});
