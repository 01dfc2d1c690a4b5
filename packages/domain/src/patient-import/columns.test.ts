import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distinctColumns } from './column-names.ts';
import {
  guessColumns,
  IMPORT_FIELDS,
  leaveOut,
  mappingTrouble,
  rawPatientReader,
  undecidedColumns,
  assignColumn,
} from './columns.ts';

const WITHOUT =
  'MRN|Name|First Name|Middle|Last Name|Suffix|DOB|Sex|SSN|Street|Apt|City|State|Zip|Phone|Email|Insurance|Policy Number|Group Number|Subscriber|Subscriber DOB|Relation To Insured|Secondary Insurance|Secondary Policy|Status|Deceased|Death Date'.split(
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
  ])('%j is refused: %s', (header, trouble) => {
    expect(mappingTrouble(guessColumns(header), header)).toBe(trouble);
  });

  it.each([
    [
      [
        'PrimaryInsurancePolicyCompanyName',
        'PrimaryInsurancePolicyNumber',
        'PrimaryInsurancePolicyGroupNumber',
        'PrimaryInsurancePolicyInsuredFullName',
        'PrimaryInsurancePolicyInsuredDateOfBirth',
        'PrimaryInsurancePolicyPatientRelationshipToInsured',
        'SecondaryInsurancePolicyCompanyName',
        'SecondaryInsurancePolicyNumber',
      ],
      'Tebra',
    ],
    [
      [
        'Insurance 1',
        'Policy 1',
        'Group 1',
        'Subscriber Name 1',
        'Subscriber DOB',
        'Relationship to Insured',
        'Insurance 2',
        'Policy 2',
      ],
      'numbers',
    ],
    [
      [
        'Primary Carrier',
        'Primary Member ID',
        'Grp No',
        'Policy Holder',
        'Policy Holder DOB',
        'Patient Relationship to Subscriber',
        'Secondary Carrier',
        'Secondary Member ID',
      ],
      'words',
    ],
  ])('of coverage are told apart: %j (%s)', (header) => {
    const [provider, policy, group, name, born, relation, second, secondPolicy] = header;
    expect(guessColumns(header)).toEqual({
      insuranceProvider: [provider],
      insurancePolicyNumber: [policy],
      groupNumber: [group],
      subscriberName: [name],
      subscriberDateOfBirth: [born],
      subscriberRelation: [relation],
      secondaryInsuranceProvider: [second],
      secondaryInsurancePolicyNumber: [secondPolicy],
    });
  });

  it.each([
    [['Home Ph.', 'Cell Ph.'], { phone: ['Cell Ph.', 'Home Ph.'] }],
    [['Ph', 'Wk Phone'], { phone: ['Ph', 'Wk Phone'] }],
    [['No.', 'Num', 'Number', 'Visit No'], {}],
    [['Primary Ins', 'Ins ID'], { insuranceProvider: ['Primary Ins'], insurancePolicyNumber: ['Ins ID'] }],
    [['Prim. Ins. Co.'], { insuranceProvider: ['Prim. Ins. Co.'] }],
    [['Ins. Co.', 'Policy #'], { insuranceProvider: ['Ins. Co.'], insurancePolicyNumber: ['Policy #'] }],
    [['Policy Num', 'Acct Nbr'], { insurancePolicyNumber: ['Policy Num'], formerMrn: ['Acct Nbr'] }],
    [['Sec Ins', 'Secondary Ins'], { secondaryInsuranceProvider: ['Sec Ins'] }],
  ])('with abbreviations %j are understood', (header, mapping) => {
    expect(guessColumns(header)).toEqual(mapping);
  });

  it.each([
    [
      'athenahealth',
      'Patient ID|Patient Last Name|Patient First Name|Patient Middle Initial|Patient Suffix|Patient DOB|Patient Sex|Patient SSN|Patient Address1|Patient Address2|Patient City|Patient State|Patient Zip|Patient Home Phone|Patient Mobile No|Patient Email|Patient Status|Patient Deceased Date',
      '',
    ],
    [
      'eClinicalWorks',
      'Pat Acct No|Pat F Name|Pat L Name|Pat M Initial|Pat Birthdate|Pat Sex|Pat Address 1|Pat Address 2|Pat City|Pat State|Pat Zip|Pat Home Phone|Pat Cell Phone|Pat Email|Pat Status|Primary Ins Name|Primary Ins Policy No',
      'Pat Employer',
    ],
    [
      'Office Ally',
      'Patient Name (Last, First MI)|Patient DOB|Patient Gender|Patient Account Number|Patient Address|Patient City|Patient State|Patient Zip|Patient Phone|Primary Insurance Company|Primary Insurance Policy Number',
      'Guarantor City',
    ],
    [
      'DrChrono',
      'chart_id|first_name|middle_name|last_name|date_of_birth|gender|social_security_number|address|city|state|zip_code|home_phone|cell_phone|email|patient_status|primary_insurance_company|primary_insurance_id_number|secondary_insurance_company',
      'doctor',
    ],
    [
      'Kareo',
      'Patient ID|First Name|Middle Name|Last Name|Suffix|Date of Birth|Gender|SSN|Street 1|Street 2|City|State|Zip Code|Home Phone|Mobile Phone|Email|Primary Insurance Plan Name|Primary Insurance Policy Number|Secondary Insurance Plan Name',
      'Guarantor Last Name|Referring Provider',
    ],
    [
      'AdvancedMD',
      'Chart Number|Patient Name|Birth Date|Sex|SSN|Address 1|Address 2|City|State|Zip|Home Phone|Primary Carrier|Primary Policy Number',
      'Responsible Party',
    ],
    [
      'NextGen',
      'person_nbr|last_name|first_name|middle_name|date_of_birth|sex|ssn|address_line_1|address_line_2|city|state|zip|home_phone|cell_phone|email_address|primary_payer_name|primary_policy_nbr',
      'prefix',
    ],
    [
      'Epic',
      'PAT_MRN_ID|PAT_NAME|BIRTH_DATE|SEX|SSN|ADD_LINE_1|CITY|STATE|ZIP|HOME_PHONE|EMAIL_ADDRESS|PAT_STATUS|DEATH_DATE',
      'PCP',
    ],
    [
      'OpenEMR',
      'pubpid|fname|mname|lname|DOB|sex|ss|street|city|state|postal_code|phone_home|phone_cell|email|deceased_date',
      'financial|occupation',
    ],
    [
      'SimplePractice',
      'Client ID|Client First Name|Client Last Name|Client Date of Birth|Client Sex|Client Email|Client Phone|Client Address|Client City|Client State|Client Zip|Client Status',
      'Clinician',
    ],
    [
      'Cerner',
      'MRN|NAME_LAST|NAME_FIRST|NAME_MIDDLE|BIRTH_DT_TM|SEX|STREET_ADDR|CITY|STATE|ZIPCODE|PHONE_NUM|DECEASED_DT_TM',
      'ENCNTR_ID',
    ],
    [
      'Open Dental',
      'PatNum|LName|FName|MiddleI|Birthdate|Gender|SSN|Address|Address2|City|State|Zip|HmPhone|WirelessPhone|Email|PatStatus',
      'Guarantor|Position',
    ],
    [
      'Jane',
      'Patient Number|First Name|Last Name|Birth Date|Sex|Street Address|Street Address 2|City|Province|Postal|Home Phone|Mobile Phone|Email|Insurance Payer 1',
      'Preferred Name',
    ],
  ])('of %s are all mapped, and no others', (_system, known, others) => {
    const header = [...known.split('|'), ...others.split('|').filter((name) => name !== '')];
    expect(Object.values(guessColumns(header)).flat().toSorted()).toEqual(known.split('|').toSorted());
  });

  it.each([
    [
      ['Name', 'Address', 'City', 'Guarantor', 'Address', 'City', 'City'],
      ['Name', 'Address', 'City', 'Guarantor', 'Guarantor Address', 'Guarantor City', 'City (2)'],
    ],
    [
      ['Guarantor Name', 'City', 'Patient Name', 'City', 'Emergency Contact', 'Phone', 'Cell', 'Phone'],
      [
        'Guarantor Name',
        'Guarantor City',
        'Patient Name',
        'City',
        'Emergency Contact',
        'Emergency Contact Phone',
        'Cell',
        'Phone',
      ],
    ],
    [
      ['City', 'GuarantorName', 'City', 'Guarantor City', '', 'Zip', '', ''],
      ['City', 'GuarantorName', 'City (2)', 'Guarantor City', 'Column 5', 'Zip', '', ''],
    ],
    [
      ['City', 'City (2)', 'City'],
      ['City', 'City (2)', 'City (3)'],
    ],
    [
      ['Patient City', 'Patient Phone', 'Guarantor', 'City', 'DOB', 'Phone'],
      ['Patient City', 'Patient Phone', 'Guarantor', 'Guarantor City', 'DOB', 'Phone'],
    ],
  ])('that are repeated are told apart by the column before or their place: %j', (header, names) => {
    expect(distinctColumns(header)).toEqual(names);
    const fields = Object.values(guessColumns(distinctColumns(header))).flat();
    expect(fields.filter((name) => /Guarantor (?:City|Address)|Emergency|\(\d\)/.test(name))).toEqual([]);
  });

  it.each([
    'Guarantor City',
    'guarantor_city',
    'GuarantorCity',
    'Resp Party City',
    'Emergency Contact Phone',
    'Employer Address',
    'Provider Name',
    'No.',
    '#',
    'SSN (last 4)',
    'Insurance Payer 3',
    'primary_insurance_payer_id',
  ])('named “%s” are never guessed', (column) => {
    expect(guessColumns([column])).toEqual({});
  });

  it.each([
    ['formerMrn', 'person_nbr|Pat #|Patient #|Account #|Acct #|MRN No|Chart No.|Client #|patientid'],
    ['firstName', 'Pat F Name|NAME_FIRST|Legal First Name|FName'],
    ['dateOfBirth', 'Pat Birthdate|BIRTH_DT_TM|DOB (mm/dd/yyyy)|Date of Birth (MM-DD-YYYY)|patientdob'],
    ['gender', 'Patient Sex|patientsex|PATIENTSEX|SEX_CD'],
    ['socialSecurityNumber', 'Patient SSN|patientssn|SSN (optional)'],
    ['state', 'Patient State|patientstate|State *'],
    ['address', 'Patient Street|patientstreet|Patient Street 1|STREET_ADDR'],
    ['addressLine2', 'Street 2|Patient Street 2|Apt #'],
    ['zipCode', 'Postal|Patient Zip 1'],
    ['phone', 'HmPhone|WkPhone|WirelessPhone|Phone 1|Phone 2|Cell #|Patient Mobile No|mobilephone'],
    ['status', 'Patient Status|patientstatus|Client Status|PatStatus'],
    [
      'insuranceProvider',
      'Primary Ins Name|Primary Ins|primary_insurance_company|PrimaryInsuranceCompany|Primary Carrier|Primary Plan|Insurance Payer 1|Insurance 1 Name|PrimaryInsurancePolicyPlanName',
    ],
    [
      'insurancePolicyNumber',
      'Primary Ins Policy No|Primary Ins ID|PrimaryInsurancePolicyNumber|primaryinsurancepolicynumber|primary_insurance_id_number|Insurance 1 Policy Number|Subscriber ID|Subscriber No|Subscriber #|Member ID|Member Number|Member #|Primary Subscriber Number',
    ],
    ['secondaryInsuranceProvider', 'Insurance 2 Name|Insurance Payer 2|Secondary Carrier'],
    ['secondaryInsurancePolicyNumber', 'Insurance 2 Policy Number|Secondary Member ID'],
  ])('of %s have many names', (field, names) => {
    for (const name of names.split('|'))
      expect([name, guessColumns([name])]).toEqual([name, { [field]: [name] }]);
  });

  it('with values are undecided until they have a field or are left out', () => {
    const columns = ['Name', 'Notes', 'Fax', 'Pager'].map((name, at) => ({ name, values: 3 - at }));
    const mapping = guessColumns(columns.map(({ name }) => name));
    expect(undecidedColumns(mapping, columns)).toEqual([columns[1], columns[2]]);
    expect(undecidedColumns(leaveOut(mapping, ['Notes', 'Fax']), columns)).toEqual([]);
    expect(undecidedColumns(leaveOut(mapping, ['Name']), columns)).toHaveLength(2);
  });

  it('of an export of patients leave the MRN out', () => {
    const header = ['MRN', 'Former MRN', 'Last Name', 'First Name', 'Date of Birth'];
    expect(guessColumns(header)).toMatchObject({ formerMrn: ['Former MRN'], leftOut: ['MRN'] });
    expect(guessColumns(['MRN', 'Former MRN', 'Name'])).not.toHaveProperty('leftOut');
  });

  it('have one use each, and only the phone has several', () => {
    const mapping = { phone: ['Cell'], city: ['City'], leftOut: ['Fax'] };
    expect(assignColumn(mapping, 'Home', 'phone').phone).toEqual(['Cell', 'Home']);
    expect(assignColumn(mapping, 'Town', 'city')).toEqual({ ...mapping, city: ['Town'] });
    expect(assignColumn(mapping, 'Fax', 'phone')).toEqual({ phone: ['Cell', 'Fax'], city: ['City'] });
    expect(assignColumn(mapping, 'City', null)).toEqual({ phone: ['Cell'], leftOut: ['Fax'] });
  });

  it('of a mapping must exist', () => {
    const mapping = { fullName: ['Name'], dateOfBirth: ['Born'] };
    expect(mappingTrouble(mapping, ['Name'])).toBe('The file has no column “Born”.');
    expect(mappingTrouble({ ...mapping, leftOut: ['Gone'] }, ['Name', 'Born'])).toBeNull();
  });

  it('are read without what guards them against formulas, or makes them one', () => {
    const read = rawPatientReader({ formerMrn: ['MRN'] }, ['MRN']);
    const cells = ['="00123"', `'="00123"`, "''=1", "'=1+1", '=1+1'];
    expect(cells.map((cell) => read([cell]).formerMrn)).toEqual(['00123', '00123', "'=1", '=1+1', '=1+1']);
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
