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
    ['DO, LINH M', 'LINH M', 'DO'],
    ['MD, ROE', 'ROE', 'MD'],
    ['ESQ, ANN', 'ANN', 'ESQ'],
    ['JR, ANN', 'ANN', 'JR'],
    ['LI, MA', 'MA', 'LI'],
    ['Nguyen, Do', 'Do', 'Nguyen'],
    ['KHAN, MD', 'MD', 'KHAN'],
    ['Pa, Thomas J', 'Thomas J', 'Pa'],
    ['V, Kumar S', 'Kumar S', 'V'],
    ['II, JOHN', 'JOHN', 'II'],
    ['NONE, ANN', 'ANN', 'NONE'],
    ['Roe, Jane NMN', 'Jane', 'Roe'],
    ['ROE, JANE (NMI)', 'JANE', 'ROE'],
    ['Roe, Jane None', 'Jane', 'Roe'],
    ['Roe, Jane .', 'Jane', 'Roe'],
    ['Roe, Jane N/A, Jr.', 'Jane', 'Roe Jr.'],
    ['Jane NMN Roe', 'Jane', 'Roe'],
    ['Roe, Ann Nan', 'Ann Nan', 'Roe'],
    ['Roe, Nan', 'Nan', 'Roe'],
    ['Khan, Md Rahman', 'Md Rahman', 'Khan'],
    ['Nguyen Van, An', 'An', 'Nguyen Van'],
    ['ROE, JOHN V', 'JOHN V', 'ROE'],
    ['Roe, V', 'V', 'Roe'],
    ['Roe, Jane, MD', 'Jane', 'Roe'],
    ['Do, Linh, D.O.', 'Linh', 'Do'],
    ['Linh Do', 'Linh', 'Do'],
    [', Jane', 'Jane', ''],
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

  it.each(['Jane Roe, MD', 'Van Do, Md', 'Roe, MD, Jane', 'Jane Roe MD', 'De la Cruz, PA'])(
    'asks whether %j ends with a degree or with a name',
    (text) => {
      expect(splitName(text).problem).toMatch(/^Name may end with a degree or with a name/);
    },
  );

  it('takes what is before the first comma as the last name, whatever it is', () => {
    const word = fc.constantFrom(
      'DO',
      'MD',
      'Pa',
      'Esq',
      'Jr',
      'V',
      'II',
      'Dr',
      'Mr',
      'Van',
      'de',
      'La',
      'Li',
      'Ma',
      'St.',
      'Np',
      'Miss',
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 3 }), (last) => {
        expect(splitName(`${last.join(' ')}, Linh`)).toMatchObject({
          firstName: 'Linh',
          lastName: last.join(' '),
          notes: [],
          problem: null,
        });
      }),
    );
  });

  it('says what it left out, and which names to look at', () => {
    expect(splitName('Roe, Dr. Jane, MD').notes).toEqual([
      'Suffix that is no part of the name left out',
      'Title before the name left out',
    ]);
    expect(splitName('Maria Garcia Lopez').notes).toEqual([
      'Name of three or more words without a comma: the last word became the last name',
    ]);
    expect(splitName('Roe, Jane').notes).toEqual([]);
    expect(splitName('Roe, Jane NMN').notes).toEqual(['Middle name that means none left out']);
    expect(splitName('Jane NMI Roe').notes).toEqual(['Middle name that means none left out']);
    expect(splitName('KHAN, MD').notes).toEqual(['First name looks like a degree']);
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
      notes: [],
      problem: null,
    });
  });

  it('leaves degrees out', () => {
    expect(joinNames({ firstName: 'Jane', lastName: 'Roe', suffix: 'PhD' })).toEqual({
      firstName: 'Jane',
      lastName: 'Roe',
      notes: ['Suffix that is no part of the name left out'],
      problem: null,
    });
  });

  it.each([
    'None',
    'nan',
    'NMN',
    'NMI',
    '(NMI)',
    'N.M.N.',
    'N/A',
    '.',
    '--',
    'NULL',
    '\\N',
    'no middle name',
  ])('reads the middle name %j as none, and says so', (middleName) => {
    expect(joinNames({ firstName: 'Jane', middleName, lastName: 'Roe', suffix: 'None' })).toEqual({
      firstName: 'Jane',
      lastName: 'Roe',
      notes: ['Middle name that means none left out'],
      problem: null,
    });
  });

  it.each(['Na', 'Nani', 'N', 'Nil', 'Noname'])('keeps the middle name %j', (middleName) => {
    expect(joinNames({ firstName: 'Jane', middleName, lastName: 'Do' })).toMatchObject({
      firstName: `Jane ${middleName}`,
      lastName: 'Do',
      notes: [],
    });
  });

  it('keeps first and last names, whatever they look like', () => {
    expect(joinNames({ firstName: 'Md', lastName: 'None' })).toMatchObject({
      firstName: 'Md',
      lastName: 'None',
      notes: [],
    });
  });

  it('needs both names', () => {
    expect(joinNames({ middleName: 'M.', suffix: 'Jr.' })).toMatchObject({ firstName: '', lastName: '' });
  });
});
