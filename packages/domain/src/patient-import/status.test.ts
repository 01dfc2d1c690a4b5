import { describe, expect, it } from 'vitest';
import { rawPatientReader, type RawPatient } from './columns.ts';
import { readPatient, type ReadingRules } from './read-patient.ts';
import { asksBlankStatus, meaningOf, WordCounter } from './words.ts';

const NAMES = { firstName: 'Jane', lastName: 'Roe', dateOfBirth: '1980-01-05' };
const RULES: ReadingRules = { order: 'month first', today: '2026-11-23', words: {} };
const read = (raw: RawPatient, rules: Partial<ReadingRules> = {}) =>
  readPatient({ ...NAMES, ...raw }, { ...RULES, ...rules });
const messages = (raw: RawPatient, rules: Partial<ReadingRules> = {}) =>
  read(raw, rules).problems.map(({ message }) => message);

const count = (...rows: RawPatient[]) => {
  const counter = new WordCounter();
  for (const row of rows) counter.add(row);
  return counter.found;
};

const ALIVE = { isActive: true, isDeceased: false, dateOfDeath: null };
const DEAD = { isActive: false, isDeceased: true, dateOfDeath: null };

describe('date of death', () => {
  it.each([
    [{ deathDate: '5/6/2019' }, '2019-05-06'],
    [{ deceased: '5/6/2019' }, '2019-05-06'],
    [{ deceased: 'Y', deathDate: '05-JUN-2019 00:00' }, '2019-06-05'],
    [{ deceased: '2019-05-06', deathDate: '5/6/2019' }, '2019-05-06'],
    [{ deceased: '2019', deathDate: '5/6/2019' }, '2019-05-06'],
    [{ status: 'Deceased', deathDate: '20190506' }, '2019-05-06'],
    [{ status: 'Active', deathDate: '2019-05-06T10:00:00Z' }, '2019-05-06'],
  ])('is kept: %j', (raw, dateOfDeath) => {
    expect(read(raw)).toMatchObject({ problems: [], notes: [], patient: { ...DEAD, dateOfDeath } });
  });

  it.each(['2019', '2019-05'])('without a day (%s) is noted, and the patient is deceased', (deathDate) => {
    expect(read({ deathDate })).toMatchObject({
      problems: [],
      notes: ['Date of death without month or day left out; the patient is deceased'],
      patient: DEAD,
    });
  });

  it.each(
    '0000-00-00|0000-00-00 00:00:00|/ /|  /  /  |1900-01-01|01/01/1900|12/31/9999|9999-12-31|\\N|U|Alive|NULL|nan|00/00/0000'.split(
      '|',
    ),
  )('is none in %j', (cell) => {
    for (const raw of [{ deathDate: cell }, { deceased: cell }])
      expect(read(raw)).toMatchObject({ problems: [], notes: [], patient: ALIVE });
  });

  it('is refused if there are two', () => {
    expect(messages({ deceased: '2019-05-06', deathDate: '2019-05-07' })).toEqual([
      'Deceased and date of death contradict each other',
    ]);
  });
});

describe('status', () => {
  it.each([
    ['Active', 'Active'],
    ['A', 'Active'],
    ['Patient', 'Active'],
    ['Alive', 'Active'],
    ['Inactive', 'Inactive'],
    ['Discharged', 'Inactive'],
    ['Dismissed', 'Inactive'],
    ['Moved', 'Inactive'],
    ['Archived', 'Inactive'],
    ['Deceased', 'Deceased'],
    ['Merged', 'Skip'],
    ['Deleted', 'Skip'],
    ['Duplicate', 'Skip'],
    ['NonPatient', 'Skip'],
    ['Non-Patient', 'Skip'],
    ['Non Patient', 'Skip'],
    ['Prospective', undefined],
    ['Expired', undefined],
    ['D', undefined],
    ['0', undefined],
    ['1', undefined],
    ['5', undefined],
  ])('%s means %s', (word, meaning) => {
    expect(meaningOf('status', word.toLowerCase(), {})).toBe(meaning);
  });

  it.each([
    ['Active', '1', true],
    ['Is Active', '0', false],
    ['patient_is_active', '1.0', true],
    ['Active Flag', 'Y', true],
    ['Status', '1', undefined],
    ['PatStatus', '0', undefined],
    ['Active Status', '0', undefined],
  ])('of a column named %s is a number only if it asks for active: %s means %s', (column, cell, isActive) => {
    const { status = '' } = rawPatientReader({ status: [column] }, [column])([cell]);
    const meaning = meaningOf('status', status.toLowerCase(), {});
    expect(meaning === undefined ? undefined : meaning === 'Active').toBe(isActive);
  });

  it('makes a patient inactive, deceased, or skips the row whatever else it has', () => {
    expect(read({ status: 'Moved' }).patient).toMatchObject({ ...ALIVE, isActive: false });
    expect(read({ status: 'Deceased' }).patient).toMatchObject(DEAD);
    const skipped = read({ status: 'Merged', deathDate: 'see chart', firstName: '' });
    expect(skipped.skipped).toBe('Status “merged” is skipped');
    expect(read({ status: 'Active' }).skipped).toBeNull();
  });

  it('has the meaning that a person chose', () => {
    const words = { status: { merged: 'Active', d: 'Deceased', '5': 'Skip' } } as const;
    expect(read({ status: 'Merged' }, { words })).toMatchObject({ skipped: null, patient: ALIVE });
    expect(read({ status: 'D' }, { words }).patient).toMatchObject(DEAD);
    expect(read({ status: '5' }, { words }).skipped).toBe('Status “5” is skipped');
  });

  it('does not contradict another column', () => {
    expect(messages({ status: 'Deceased', deceased: 'No' })).toEqual([
      'Status and deceased contradict each other',
    ]);
  });

  it('that is blank is active only if the whole column is', () => {
    expect(asksBlankStatus(count({}, { status: 'n/a' }))).toBe(false);
    const found = count({}, { status: 'Inactive' }, { status: '\\N' });
    expect(found).toEqual([
      { field: 'status', word: '(blank)', count: 2 },
      { field: 'status', word: 'inactive', count: 1 },
    ]);
    expect(asksBlankStatus(found)).toBe(true);
    expect(read({}).patient).toMatchObject(ALIVE);
    const asks = { asksBlankStatus: true };
    expect(messages({}, asks)).toEqual(['Status is blank in this row; choose what that means']);
    expect(read({ deceased: 'Yes' }, asks)).toMatchObject({ problems: [], patient: DEAD });
    const words = { status: { '(blank)': 'Inactive' } } as const;
    expect(read({}, { ...asks, words }).patient.isActive).toBe(false);
  });
});
