import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { baseUserName, displayNameWithTitle, fullName, initials, userNameCandidate } from './person-name.ts';

describe('generated usernames', () => {
  it.each([
    ['Jane', 'Roe', 'jroe'],
    ['José', 'Núñez', 'jnunez'],
    ['Ångström', 'Øre', 'aore'],
    ["D'Arcy", "O'Brien", 'dobrien'],
    ['Mary Ann', 'Smith-Jones', 'msmithjones'],
    ['Ana', 'de la Cruz', 'adelacruz'],
    [' jane ', ' ROE ', 'jroe'],
    ['Łukasz', 'Groß', 'lgross'],
    ['J.', 'Roe Jr.', 'jroejr'],
    ['李', 'Wang', 'wang'],
    ['Jane', '王', 'jane'],
    ['', 'Roe', 'roe'],
    ['李', '王', 'user'],
    ['', '', 'user'],
    ['4', '2', 'user'],
  ])('%s %s gets the username %s', (first, last, name) => {
    expect(baseUserName(first, last)).toBe(name);
  });

  it('always have 1 to 40 lowercase ASCII letters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme', maxLength: 90 }),
        (first, last) => {
          expect(baseUserName(first, last)).toMatch(/^[a-z]{1,40}$/);
        },
      ),
    );
  });

  it('get a number when the name is taken', () => {
    expect([1, 2, 3, 10].map((n) => userNameCandidate('jroe', n))).toEqual([
      'jroe',
      'jroe2',
      'jroe3',
      'jroe10',
    ]);
  });
});

describe('names', () => {
  it('are shortened to initials', () => {
    expect(initials('Jane', 'Roe')).toBe('JR');
    expect(initials('élodie', 'öz')).toBe('ÉÖ');
    expect(initials(' jane', '')).toBe('J');
    expect(initials('', '')).toBe('');
    expect(initials('𝒥ane', 'Roe')).toBe('𝒥R');
  });

  it('have no extra spaces', () => {
    expect(fullName('Jane', 'Roe')).toBe('Jane Roe');
    expect(fullName(' Jane ', '')).toBe('Jane');
    expect(fullName('', '')).toBe('');
  });

  it('are followed by the title if there is one', () => {
    expect(displayNameWithTitle('Jane', 'Roe', 'MD')).toBe('Jane Roe, MD');
    expect(displayNameWithTitle('Jane', 'Roe', ' ')).toBe('Jane Roe');
    expect(displayNameWithTitle('Jane', 'Roe', null)).toBe('Jane Roe');
    expect(displayNameWithTitle('Jane', 'Roe', undefined)).toBe('Jane Roe');
  });
});
