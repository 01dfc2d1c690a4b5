import { describe, expect, it } from 'vitest';
import { beforeBirthProblem, isPlausibleDay, procedureDateProblem } from './procedure-date.ts';

describe('a procedure date', () => {
  it.each([
    ['2026-11-26', null],
    ['2027-01-25', null],
    ['2027-01-26', 'Procedure date can be at most 60 days ahead, until 01/25/2027'],
    ['2062-01-01', 'Procedure date can be at most 60 days ahead, until 01/25/2027'],
    ['1960-11-22', null],
    ['1960-11-21', 'Procedure date cannot be before the patient was born (11/22/1960)'],
  ])('of %s has the problem %s', (day, problem) => {
    expect(procedureDateProblem(day, '2026-11-26', '1960-11-22')).toBe(problem);
  });

  it('is not compared with an unknown birth date', () => {
    expect(beforeBirthProblem('Order date', '1900-01-01', null)).toBeNull();
  });

  it.each([
    ['0001-01-01', false],
    ['0202-11-26', false],
    ['1899-12-31', false],
    ['1900-01-01', true],
    ['2199-12-31', true],
    ['9999-12-31', false],
  ])('%s is plausible: %s', (day, isPlausible) => {
    expect(isPlausibleDay(day)).toBe(isPlausible);
  });
});
