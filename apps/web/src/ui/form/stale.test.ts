import { describe, expect, it } from 'vitest';
import { mergeStale, staleChanges } from './stale.ts';

const base = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: '',
  dateOfBirth: '1990-04-05',
  isActive: true,
  version: 3,
};
const theirs = {
  ...base,
  firstName: 'Anna',
  email: null,
  dateOfBirth: '1990-04-06',
  isActive: false,
  version: 4,
};
const mine = { ...base, lastName: 'Li', dateOfBirth: '1990-04-07', email: '' };

describe('stale save', () => {
  it('shows the other user’s changes by label, and marks conflicts', () => {
    const labels = {
      firstName: 'First name',
      lastName: 'Last name',
      email: 'Email',
      dateOfBirth: 'Date of birth',
      isActive: 'Active',
    };
    expect(staleChanges({ base, theirs, mine, labels })).toEqual([
      { name: 'firstName', label: 'First name', theirs: 'Anna', mine: 'Ann', isConflict: false },
      {
        name: 'dateOfBirth',
        label: 'Date of birth',
        theirs: '04/06/1990',
        mine: '04/07/1990',
        isConflict: true,
      },
      { name: 'isActive', label: 'Active', theirs: 'No', mine: 'Yes', isConflict: false },
    ]);
  });

  it('keeps only my edits, and uses their version', () => {
    expect(mergeStale({ base, theirs, mine })).toEqual({
      ...theirs,
      lastName: 'Li',
      dateOfBirth: '1990-04-07',
    });
  });

  it('is no conflict when both made the same change', () => {
    const [change] = staleChanges({
      base: { city: 'A' },
      theirs: { city: 'B' },
      mine: { city: 'B' },
      labels: { city: 'City' },
    });
    expect(change).toMatchObject({ theirs: 'B', mine: 'B', isConflict: false });
  });
});
