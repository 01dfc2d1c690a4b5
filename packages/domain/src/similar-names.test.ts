import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patientSearchText } from './patient-search.ts';
import { isSameName, lookupKeys, lookupWords, nameKeys } from './similar-names.ts';

type Names = readonly [firstName: string, lastName: string];
const person = ([firstName, lastName]: Names) => ({ firstName, lastName });
const areSimilar = (one: Names, other: Names): boolean => {
  const keys = new Set(nameKeys(person(one)));
  return lookupKeys(person(other)).some((key) => keys.has(key));
};

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
    );
    const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.tuple(name, name), fc.tuple(name, name), (stored, typed) => {
        if (!areSimilar(stored, typed)) return;
        const words = patientSearchText({ ...person(stored), medicalRecordNumber: '00000001', phone: null });
        const known = words.split(' ');
        expect(lookupWords(person(typed)).some((each) => known.includes(each))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
