import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinNames, splitName } from './names.ts';

describe('names in one column', () => {
  it.each([
    ['Roe, Jane M.', 'Jane M.', 'Roe'],
    ['ROE,JANE', 'JANE', 'ROE'],
    ['Jane Roe', 'Jane', 'Roe'],
    ['Jane Mary Roe', 'Jane Mary', 'Roe'],
    ['Mrs. Jane Roe', 'Jane', 'Roe'],
    ['Roe, Dr. Jane', 'Jane', 'Roe'],
    ['Jane Roe, MD', 'Jane', 'Roe'],
    ['John Roe Jr.', 'John', 'Roe Jr.'],
    ['John Roe, Jr.', 'John', 'Roe Jr.'],
    ['Roe Jr., John', 'John', 'Roe Jr.'],
    ['Roe, Jr., John', 'John', 'Roe Jr.'],
    ['Roe, John III', 'John', 'Roe III'],
    ['Ana de la Cruz', 'Ana', 'de la Cruz'],
    ['de la Cruz, Ana', 'Ana', 'de la Cruz'],
    ['Vincent van Gogh', 'Vincent', 'van Gogh'],
    ['Van Morrison', 'Van', 'Morrison'],
    ['  Jane \t Roe ', 'Jane', 'Roe'],
    ['Roe', '', 'Roe'],
    ['Roe,', '', 'Roe'],
    ['', '', ''],
    [',', '', ''],
  ])('splits %j into %j and %j', (text, firstName, lastName) => {
    expect(splitName(text)).toMatchObject({ firstName, lastName });
  });

  it('joins what it splits', () => {
    const name = fc.stringMatching(/^[B-Z][a-z]{3,9}xq$/);
    fc.assert(
      fc.property(name, name, (firstName, lastName) => {
        expect(splitName(`${lastName}, ${firstName}`)).toMatchObject({ firstName, lastName });
        expect(splitName(`${firstName} ${lastName}`)).toMatchObject({ firstName, lastName });
      }),
    );
  });

  it('loses no word of any text without titles and degrees', () => {
    const word = fc.constantFrom('Ana', 'de', 'la', 'Cruz', 'Jr.', 'III', 'van', 'O’Neil', ',');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const { firstName, lastName } = splitName(words.join(' '));
        const read = `${firstName} ${lastName}`.split(' ').filter((each) => each !== '');
        expect(read.toSorted()).toEqual(words.filter((each) => each !== ',').toSorted());
      }),
    );
  });
});

describe('names in several columns', () => {
  it('adds the middle name to the first one and a generation to the last one', () => {
    expect(joinNames({ firstName: 'Jane', middleName: 'M.', lastName: 'Roe', suffix: 'III' })).toEqual({
      firstName: 'Jane M.',
      lastName: 'Roe III',
      leftOut: null,
    });
  });

  it('leaves degrees out', () => {
    expect(joinNames({ firstName: 'Jane', lastName: 'Roe', suffix: 'PhD' })).toEqual({
      firstName: 'Jane',
      lastName: 'Roe',
      leftOut: 'PhD',
    });
  });

  it('needs both names', () => {
    expect(joinNames({ middleName: 'M.', suffix: 'Jr.' })).toMatchObject({ firstName: '', lastName: '' });
  });
});
