import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patientSearchText } from './patient-search.ts';
import { isSameName, lookupKeys, lookupWords, nameKeys, nameLikeness } from './similar-names.ts';

type Names = readonly [firstName: string, lastName: string];
const person = ([firstName, lastName]: Names) => ({ firstName, lastName });
const areSimilar = (one: Names, other: Names): boolean => {
  const keys = new Set(nameKeys(person(one)));
  return lookupKeys(person(other)).some((key) => keys.has(key));
};
const named = (name: string) => {
  const at = name.lastIndexOf(' ');
  return { firstName: name.slice(0, at), lastName: name.slice(at + 1) };
};
const likeness = (
  one: string,
  other: string,
  gender: string | null = null,
  otherGender: string | null = null,
) => nameLikeness({ ...named(one), gender }, { ...named(other), gender: otherGender });

describe('names of people with the same date of birth', () => {
  it.each<[Names, Names]>([
    [
      ['Henry', 'Ford Jr.'],
      ['Henry', 'Ford'],
    ],
    [
      ['Henry', 'Ford III'],
      ['Henry', 'Ford Sr'],
    ],
    [
      ['Henry Jr', 'Ford'],
      ['Henry', 'Ford'],
    ],
    [
      ['Henry J', 'Ford'],
      ['Henry', 'Ford'],
    ],
    [
      ['Henry J.', 'Ford'],
      ['Henry James', 'Ford'],
    ],
    [
      ['Ana', 'Garcia'],
      ['Ana', 'García Lopez'],
    ],
    [
      ['Ana', 'Lopez'],
      ['Ana', 'Garcia-Lopez'],
    ],
    [
      ['Pat', 'O Brien'],
      ['Pat', "O'Brien"],
    ],
    [
      ['Pat', 'St. Clair'],
      ['Pat', 'Saint Clair'],
    ],
    [
      ['Pat', 'St. John'],
      ['Pat', 'St John'],
    ],
    [
      ['St. John', 'Rivers'],
      ['Saint John', 'Rivers'],
    ],
    [
      ['Mary Ann', 'O Brien'],
      ['Maryann', "O'Brien"],
    ],
    [
      ['Ford', 'Henry'],
      ['Henry', 'Ford'],
    ],
    [
      ['Garcia Lopez', 'Ana Maria'],
      ['Ana', 'Garcia'],
    ],
    [
      ['Juan', 'de la Cruz'],
      ['Juan', 'Delacruz'],
    ],
    [
      ['小明', '王'],
      ['王', '小明'],
    ],
  ])('are similar: %j and %j', (one, other) => {
    expect(areSimilar(one, other)).toBe(true);
    expect(areSimilar(other, one)).toBe(true);
  });

  it.each<[Names, Names]>([
    [
      ['Henry', 'Ford'],
      ['Henrietta', 'Ford'],
    ],
    [
      ['Jose', 'Ford'],
      ['Jos', 'Ford'],
    ],
    [
      ['Ann', 'Lee'],
      ['Ann', 'Leeds'],
    ],
    [
      ['Juan', 'de la Cruz'],
      ['Juan', 'de la Rosa'],
    ],
    [
      ['An', 'Van Do'],
      ['An', 'Van Le'],
    ],
    [
      ['Pat', 'St. Clair'],
      ['Pat', 'St. John'],
    ],
    [
      ['Pat', 'O Brien'],
      ['Pat', 'O Neill'],
    ],
    [
      ['Ann', 'Roe Jr.'],
      ['Ann', 'Lee Jr.'],
    ],
    [
      ['🙂', '…'],
      ['—', '🙂'],
    ],
  ])('are not similar: %j and %j', (one, other) => {
    expect(areSimilar(one, other)).toBe(false);
  });

  it('are the same but for case, accents and punctuation', () => {
    expect(isSameName(person(['JOSE', 'OBrien Nunez']), person(['José', "O'Brien-Núñez"]))).toBe(true);
    expect(isSameName(person(['Henry', 'Ford Jr.']), person(['Henry', 'Ford']))).toBe(false);
  });

  it('share a word of the search text whenever they are similar', () => {
    const word = fc.constantFrom(
      'Mary',
      'Ann',
      'St.',
      'Saint',
      'O',
      "O'Brien",
      'Brien',
      'de',
      'Jr.',
      'Maryann',
      'Maryan',
      'Briem',
    );
    const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.tuple(name, name), fc.tuple(name, name), (stored, typed) => {
        if (nameLikeness(person(stored), person(typed)) === null) return;
        const words = patientSearchText({ ...person(stored), medicalRecordNumber: '00000001', phone: null });
        const known = words.split(' ');
        expect(lookupWords(person(typed)).some((each) => known.includes(each))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it.each<[string, string]>([
    ['Rajeshwari Murugan', 'Rajeshwari Murgan'],
    ['Rajeshwari Murugan', 'Rajeshwary Murugan'],
    ['Jonh Smith', 'John Smith'],
    ['Katherine Roe', 'Catherine Roe'],
    ['Jane M. Schmidt', 'Jane Schmitt'],
    ['Murgan Rajeshwari', 'Rajeshwari Murugan'],
    ['José Núñez', 'Jose Nunes'],
    ['Ana Garcia-Lopez', 'Ana Lopes'],
    ['Ana Garzia', 'Ana García-Lopez'],
    ['Maryann Smithe', 'Mary Ann Smith'],
    ['Mary Ann B. Smithe', 'Maryann Smith'],
    ['Johann Lopez', 'Johan Garcia-Lopez'],
  ])('differ by one letter: %s and %s', (one, other) => {
    expect(likeness(one, other)).toBe('one letter off');
    expect(likeness(other, one)).toBe('one letter off');
  });

  it.each<[string, string]>([
    ['Jon Smith', 'Jan Smith'],
    ['Anna Roe', 'Ana Maria Roe'],
    ['Mia Smith', 'Mila Smith'],
    ['Rajeshwari Murugan', 'Rajeshwri Muurgan'],
    ['Mary Lee', 'Mary Leo'],
    ['Mary Smith', 'Mary Smythes'],
    ['Robert Brown', 'Robert Bworn'],
    ['John Smith', 'Jane Smith'],
    ['Daniel Smith', 'Smith Danielle'],
  ])('are different: %s and %s', (one, other) => {
    expect(likeness(one, other)).toBeNull();
    expect(likeness(other, one)).toBeNull();
  });

  it('of twins are different if one is a man and the other a woman', () => {
    expect(likeness('Mario Rossi', 'Maria Rossi', 'Male', 'Female')).toBeNull();
    expect(likeness('Mario Rossi', 'Maria Rosi', 'Male', 'Female')).toBeNull();
    expect(likeness('Rossi Mario', 'Maria Rossi', 'Male', 'Female')).toBeNull();
    expect(likeness('Daniel Rossi', 'Daniela Rossi', 'Male', 'Female')).toBeNull();
    for (const [sex, other] of [
      ['Male', null],
      ['Other', 'Male'],
      ['Female', 'Female'],
      [null, null],
    ] as const)
      expect(likeness('Mario Rossi', 'Maria Rossi', sex, other)).toBe('one letter off');
    expect(likeness('Maria Rossi', 'Maria Rosi', 'Male', 'Female')).toBe('one letter off');
    expect(likeness('Maria Rossi', 'Maria Rossi', 'Male', 'Female')).toBe('same');
  });

  it('differ by one letter after any one error in a name of four letters or more', () => {
    const letter = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const name = fc.array(letter, { minLength: 5, maxLength: 9 }).map((letters) => letters.join(''));
    const error = fc.constantFrom('add', 'drop', 'replace', 'swap');
    fc.assert(
      fc.property(name, fc.nat(), error, letter, (family, place, kind, added) => {
        const at = place % (family.length - 1);
        const [before, after] = [family.slice(0, at), family.slice(at)];
        const wrong = {
          add: before + added + after,
          drop: before + after.slice(1),
          replace: before + added + after.slice(1),
          swap: before + after.charAt(1) + after.charAt(0) + after.slice(2),
        }[kind];
        expect(likeness(`Xaver ${family}`, `Xaver ${wrong}`)).toBe(
          wrong === family ? 'same' : 'one letter off',
        );
      }),
    );
  });
});
