import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guessColumns, IMPORT_FIELDS, mappingTrouble, rawPatientReader } from './columns.ts';

const WITHOUT =
  'MRN|Name|First Name|Middle|Last Name|Suffix|DOB|Sex|SSN|Street|Apt|City|State|Zip|Phone|Email|Insurance|Policy Number|Status|Deceased|Death Date'.split(
    '|',
  );

describe('columns of an old system’s patient list', () => {
  it.each([
    [
      [
        'Patient ID',
        'Last Name',
        'First Name',
        'MI',
        'D.O.B.',
        'Sex',
        'SSN',
        'Addr 1',
        'Addr 2',
        'City',
        'ST',
        'Zip',
      ],
      {
        formerMrn: ['Patient ID'],
        firstName: ['First Name'],
        middleName: ['MI'],
        lastName: ['Last Name'],
        dateOfBirth: ['D.O.B.'],
        gender: ['Sex'],
        socialSecurityNumber: ['SSN'],
        address: ['Addr 1'],
        addressLine2: ['Addr 2'],
        city: ['City'],
        state: ['ST'],
        zipCode: ['Zip'],
      },
    ],
    [
      [
        'chart_no',
        'patient_name',
        'birth_date',
        'home_phone',
        'cell_phone',
        'primary insurance',
        'member id',
      ],
      {
        formerMrn: ['chart_no'],
        fullName: ['patient_name'],
        dateOfBirth: ['birth_date'],
        phone: ['cell_phone', 'home_phone'],
        insuranceProvider: ['primary insurance'],
        insurancePolicyNumber: ['member id'],
      },
    ],
  ])('are guessed from the names %j', (header, mapping) => {
    expect(guessColumns(header)).toEqual(mapping);
    expect(mappingTrouble(guessColumns(header), header)).toBeNull();
  });

  it.each(['Patient', 'Patient’s', 'Patients', 'Pt.', 'patient_'])('are guessed behind “%s”', (start) => {
    for (const [field, columns] of Object.entries(guessColumns(WITHOUT)))
      expect(guessColumns(columns.map((column) => `${start} ${column}`))).toHaveProperty(field);
  });

  it('of status, sex, social security number, state and street are read behind “Patient”', () => {
    const header = [
      'Patient Status',
      'Patient Sex',
      'Patient SSN',
      'Patient State',
      'Patient Street',
      'Patient Suffix',
    ];
    expect(guessColumns(header)).toEqual({
      suffix: ['Patient Suffix'],
      gender: ['Patient Sex'],
      socialSecurityNumber: ['Patient SSN'],
      address: ['Patient Street'],
      state: ['Patient State'],
      status: ['Patient Status'],
    });
  });

  it('of deaths may be two: a date, and whether there was one', () => {
    expect(guessColumns(['Deceased', 'Date of Death'])).toEqual({
      deceased: ['Deceased'],
      deathDate: ['Date of Death'],
    });
  });

  it('prefer a record number to an internal id', () => {
    expect(guessColumns(['Id', 'MRN']).formerMrn).toEqual(['MRN']);
  });

  it.each([
    [['Name'], 'No column has the dates of birth.'],
    [['DOB', 'Last'], 'No column has the names of the patients.'],
    [['DOB', 'Name', 'DOB'], 'The file has several columns “DOB”.'],
  ])('%j is refused: %s', (header, trouble) => {
    expect(mappingTrouble(guessColumns(header), header)).toBe(trouble);
  });

  it.each([
    [['Home Ph.', 'Cell Ph.'], { phone: ['Cell Ph.', 'Home Ph.'] }],
    [['Ph', 'Wk Phone'], { phone: ['Ph'] }],
    [['Primary Ins', 'Ins ID'], { insuranceProvider: ['Primary Ins'], insurancePolicyNumber: ['Ins ID'] }],
    [['Prim. Ins. Co.'], {}],
    [['Ins. Co.', 'Policy #'], { insuranceProvider: ['Ins. Co.'], insurancePolicyNumber: ['Policy #'] }],
    [['Policy Num', 'Acct Nbr'], { insurancePolicyNumber: ['Policy Num'], formerMrn: ['Acct Nbr'] }],
    [['Sec Ins', 'Secondary Ins'], {}],
  ])('with abbreviations %j are understood', (header, mapping) => {
    expect(guessColumns(header)).toEqual(mapping);
  });

  it('of a mapping must exist', () => {
    const mapping = { fullName: ['Name'], dateOfBirth: ['Born'] };
    expect(mappingTrouble(mapping, ['Name'])).toBe('The file has no column “Born”.');
  });

  it('are read by field; the first that is not blank counts', () => {
    const read = rawPatientReader({ phone: ['Cell', 'Home'], lastName: ['Last'] }, ['Last', 'Home', 'Cell']);
    expect(read(['Roe', '1', ' '])).toEqual({ lastName: 'Roe', phone: '1' });
    expect(read([])).toEqual({});
    expect(read(['Roe', '2', '1'])).toEqual({ lastName: 'Roe', phone: '1', otherPhones: ['2'] });
    expect(read(['Roe', "'+1 410"])).toEqual({ lastName: 'Roe', phone: '+1 410' });
  });

  it('of any names give each column at most one field', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...IMPORT_FIELDS, 'Name', 'Street', 'ID', 'x')),
        (header) => {
          const used = Object.values(guessColumns(header)).flat();
          expect(new Set(used).size).toBe(used.length);
        },
      ),
    );
  });
});
