import { describe, expect, it } from 'vitest';
import { dateOfDeathProblem, deathMark, patientAge, withDeathMark } from './death.ts';

const ALIVE = { isDeceased: false, dateOfDeath: null };
const DIED = { isDeceased: true, dateOfDeath: '2020-03-04' };
const UNDATED = { isDeceased: true, dateOfDeath: null };

describe('mark of a deceased patient', () => {
  it('has the date if it is known, and is blank for everyone else', () => {
    expect([DIED, UNDATED, ALIVE, {}].map((patient) => deathMark(patient))).toEqual([
      'Deceased 03/04/2020',
      'Deceased',
      '',
      '',
    ]);
  });

  it('follows a label', () => {
    expect(withDeathMark('Lee, Ann', DIED)).toBe('Lee, Ann, deceased 03/04/2020');
    expect(withDeathMark('Lee, Ann', ALIVE)).toBe('Lee, Ann');
  });
});

describe('age', () => {
  it('ends with the death, and is unknown without its date', () => {
    const ages = [ALIVE, DIED, UNDATED].map((death) =>
      patientAge({ ...death, dateOfBirth: '1950-03-05' }, '2026-11-27'),
    );
    expect(ages).toEqual([76, 69, null]);
  });
});

describe('date of death', () => {
  it.each([
    ['2026-11-27', '2026-11-27', null],
    ['2026-11-28', '2026-11-27', 'Date of death may not be later than today'],
    ['1950-03-05', '2026-11-27', null],
    ['1950-03-04', '2026-11-27', 'Date of death is before the date of birth'],
    ['2999-01-01', '', null],
  ])('%s is checked on %s', (dateOfDeath, today, problem) => {
    expect(dateOfDeathProblem(dateOfDeath, { dateOfBirth: '1950-03-05', today })).toBe(problem);
  });
});
