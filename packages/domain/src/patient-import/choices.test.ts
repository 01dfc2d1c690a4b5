import { describe, expect, it } from 'vitest';
import { applyChoices, possibleChoice, ValueCounter } from './choices.ts';
import type { RawPatient } from './columns.ts';
import { readPatient } from './read-patient.ts';

const PHONE = { field: 'phone', message: 'Phone is not a valid US phone number' };
const NAME = { field: 'lastName', message: 'Last name is required' };
const read = (raw: RawPatient) =>
  readPatient(
    { firstName: 'Jane', lastName: 'Roe', dateOfBirth: '1/5/1980', ...raw },
    { order: 'month first', today: '2026-11-27', words: {} },
  );

describe('values that cannot be read', () => {
  it('fail their row unless a person chose otherwise', () => {
    expect(applyChoices([PHONE])).toEqual({ failing: [PHONE], decided: [], notes: [] });
    expect(applyChoices([PHONE, NAME], { [PHONE.message]: 'leave out' })).toEqual({
      failing: [NAME],
      decided: [PHONE],
      notes: ['Phone is not a valid US phone number: left out'],
    });
  });

  it('are never left out if they say who it is', () => {
    expect(applyChoices([NAME], { [NAME.message]: 'leave out' }).failing).toEqual([NAME]);
    for (const field of [
      'fullName',
      'firstName',
      'middleName',
      'suffix',
      'dateOfBirth',
      'status',
      'deceased',
      'deathDate',
    ])
      expect(possibleChoice({ field, message: 'any' })).toBeNull();
  });

  it('are counted by kind, the most frequent one first, with their first lines', () => {
    const counter = new ValueCounter();
    counter.add([NAME], 2);
    for (let line = 3; line < 103; line += 1) counter.add([PHONE], line);
    const lines = Array.from({ length: 50 }, (_, n) => n + 3);
    expect(counter.found).toEqual([
      { text: PHONE.message, count: 100, lines, choice: 'leave out' },
      { text: NAME.message, count: 1, lines: [2], choice: null },
    ]);
  });
});

describe('birth dates that may be none', () => {
  const old = 'Date of birth is more than 115 years ago';
  it.each([
    ['01/01/1901', '1901-01-01', old],
    ['11/26/1911', '1911-11-26', old],
    ['1/1/1970', '1970-01-01', 'Date of birth is 01/01/1970, which some systems write for none'],
  ])('%s can be accepted', (dateOfBirth, date, message) => {
    const { patient, problems } = read({ dateOfBirth });
    expect(patient.dateOfBirth).toBe(date);
    expect(problems).toEqual([{ field: 'dateOfBirth', message }]);
    expect(applyChoices(problems, { [message]: 'accept' })).toMatchObject({
      failing: [],
      notes: [`${message}: accepted`],
    });
    expect(applyChoices(problems, { [message]: 'leave out' }).failing).toEqual(problems);
  });

  it.each(['11/27/1911', '1/2/1970', '12/31/1969'])('%s is an ordinary one', (dateOfBirth) => {
    expect(read({ dateOfBirth }).problems).toEqual([]);
  });

  it('placeholders fail in any case', () => {
    const { problems } = read({ dateOfBirth: '1/1/1900' });
    expect(problems.map((problem) => possibleChoice(problem))).toEqual([null]);
  });
});
