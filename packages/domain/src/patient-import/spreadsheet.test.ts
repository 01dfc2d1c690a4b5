import { describe, expect, it } from 'vitest';
import { rawPatientReader, type RawPatient } from './columns.ts';
import { readPatient } from './read-patient.ts';
import { wordsIn } from './words.ts';

const read = (raw: RawPatient) =>
  readPatient(
    { firstName: 'Jane', lastName: 'Roe', dateOfBirth: '1/5/1980', ...raw },
    { order: 'month first', today: '2026-11-23', words: {} },
  );
const TEXT = 'was changed by a spreadsheet; export the column as text';
const ERROR = 'is an error value of a spreadsheet; export the column again';

describe('what spreadsheets do to values', () => {
  it.each([
    ['="00123"', '00123'],
    [' = "00123" ', '00123'],
    ['="a ""b"""', 'a "b"'],
    ['=A1', '=A1'],
    ['="12', '="12'],
    ['00123', '00123'],
  ])('reads the cell %s as %s', (cell, value) => {
    expect(rawPatientReader({ formerMrn: ['ID'] }, ['ID'])([cell])).toEqual({ formerMrn: value });
  });

  it.each([
    ['formerMrn', '1.23E+05', 'Record number', TEXT],
    ['formerMrn', '123.0', 'Record number', TEXT],
    ['formerMrn', '4-Mar', 'Record number', TEXT],
    ['formerMrn', 'Mar-04', 'Record number', TEXT],
    ['insurancePolicyNumber', '9,8E+11', 'Insurance policy number', TEXT],
    ['socialSecurityNumber', '123456789.0', 'Social security number', TEXT],
    ['phone', '4.1E+09', 'Phone', TEXT],
    ['phone', '4105550123.0', 'Phone', TEXT],
    ['zipCode', '2.12E+08', 'ZIP code', TEXT],
    ['formerMrn', '#REF!', 'Record number', ERROR],
    ['phone', '#N/A', 'Phone', ERROR],
    ['city', '#NAME?', 'City', ERROR],
    ['addressLine2', '#VALUE!', 'Address line 2', ERROR],
    ['socialSecurityNumber', '######', 'Social security number', ERROR],
    ['lastName', '#REF!', 'Last name', ERROR],
    ['dateOfBirth', '########', 'Date of birth', ERROR],
    ['status', '#N/A', 'Status', ERROR],
    ['deathDate', '#####', 'Date of death', ERROR],
  ] as const)('names the damage of %s %s', (field, cell, name, damage) => {
    expect(read({ [field]: cell }).problems[0]).toEqual({ field, message: `${name} ${damage}` });
  });

  it.each([
    ['formerMrn', '12E4567'],
    ['formerMrn', '1.5'],
    ['formerMrn', 'Mar-2004'],
    ['insurancePolicyNumber', 'E+12'],
    ['zipCode', '02139.0'],
    ['socialSecurityNumber', '#########'],
    ['city', 'Mar-04'],
    ['address', '# 12'],
  ] as const)('leaves %s %s alone', (field, cell) => {
    expect(read({ [field]: cell }).problems).toEqual([]);
  });

  it('keeps no damaged value of other coverage', () => {
    const { patient, problems } = read({ groupNumber: '#REF!', subscriberName: 'Roe, Jim' });
    expect(problems).toEqual([{ field: 'groupNumber', message: `Group number ${ERROR}` }]);
    expect(patient.formerCoverage).toEqual({ subscriberName: 'Roe, Jim' });
  });

  it('says it once, and asks for no word', () => {
    expect(read({ phone: '#N/A', dateOfBirth: '#N/A', gender: '#N/A' }).problems).toHaveLength(3);
    expect(wordsIn({ gender: '#N/A', status: '#REF!', deathDate: '#####' })).toEqual([]);
  });
});
