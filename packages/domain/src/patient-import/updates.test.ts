import { describe, expect, it } from 'vitest';
import { chosenChanges, FILL_BLANKS, findChanges, type UpdateValues } from './updates.ts';

const kinds = (now: UpdateValues, next: UpdateValues, edited: readonly string[] = []) =>
  findChanges(now, next, new Set(edited)).map(({ field, kind }) => [field, kind]);

describe('changes of a patient by a later export', () => {
  it('fill in what is blank, and never erase', () => {
    expect(kinds({ email: 'a@example.com' }, { phone: '4105550123' })).toEqual([['phone', 'blank']]);
    expect(kinds({ phone: '14105550123' }, { phone: '4105550123' })).toEqual([]);
  });

  it('tell other values from those that somebody has changed in the portal', () => {
    expect(kinds({ phone: '1', email: 'b' }, { phone: '2', email: 'c' }, ['email'])).toEqual([
      ['phone', 'different'],
      ['email', 'edited'],
    ]);
  });

  it('do not fill in again what somebody has erased in the portal', () => {
    expect(kinds({}, { phone: '4105550123' }, ['phone'])).toEqual([['phone', 'edited']]);
  });

  it('never complete one address or policy with another one', () => {
    expect(kinds({ city: 'Boston' }, { address: '1 Elm St', city: 'Quincy' })).toEqual([
      ['address', 'different'],
      ['city', 'different'],
    ]);
    expect(
      kinds({ insuranceProvider: 'Aetna' }, { insuranceProvider: 'Cigna', insurancePolicyNumber: 'C1' }, [
        'insuranceProvider',
      ]),
    ).toEqual([
      ['insuranceProvider', 'edited'],
      ['insurancePolicyNumber', 'edited'],
    ]);
    expect(kinds({ city: 'Boston' }, { address: '1 Elm St', city: 'Boston' })).toEqual([
      ['address', 'blank'],
    ]);
  });

  it('are made only as far as they are chosen', () => {
    const found = findChanges(
      { phone: '1', email: 'b', city: null },
      { phone: '2', email: 'c', state: 'MD', city: null },
      new Set(['email']),
    );
    const fields = (choice: Parameters<typeof chosenChanges>[1]) =>
      chosenChanges(found, choice).map(({ field }) => field);
    expect(fields(FILL_BLANKS)).toEqual(['state']);
    expect(fields({ phone: 'different', email: 'different' })).toEqual(['phone']);
    expect(fields({ email: 'edited' })).toEqual(['email']);
    expect(fields({})).toEqual([]);
  });
});
