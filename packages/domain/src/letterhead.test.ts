import { describe, expect, it } from 'vitest';
import { fittedSize, letterheadLines } from './letterhead.ts';

const office = {
  name: 'Elm Clinic',
  address: '9 Elm Street',
  city: 'Towson',
  state: 'MD',
  zipCode: '21204',
  phone: '4105550123',
  fax: '4105550124',
};

describe('the lines of a letterhead', () => {
  it('name the office, its address and its numbers', () => {
    expect(letterheadLines('Pain Practice', office)).toEqual([
      'Elm Clinic',
      '9 Elm Street, Towson, MD 21204',
      'Phone (410) 555-0123   Fax (410) 555-0124',
    ]);
  });

  it('repeat neither the name of the practice nor a missing fax number', () => {
    expect(letterheadLines('Elm Clinic', { ...office, fax: null })).toEqual([
      '9 Elm Street, Towson, MD 21204',
      'Phone (410) 555-0123',
    ]);
    expect(letterheadLines('Elm Clinic', null)).toEqual([]);
  });
});

describe('the size of a logo', () => {
  it.each([
    [
      { width: 600, height: 200 },
      { width: 150, height: 50 },
    ],
    [
      { width: 100, height: 200 },
      { width: 25, height: 50 },
    ],
    [
      { width: 600, height: 10 },
      { width: 150, height: 2.5 },
    ],
    [
      { width: 32, height: 32 },
      { width: 32, height: 32 },
    ],
  ])('fits %j without distortion and is never enlarged', (picture, size) => {
    expect(fittedSize(picture, { width: 150, height: 50 })).toEqual(size);
  });
});
