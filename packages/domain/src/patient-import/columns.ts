/** What a column of an old system’s patient list can hold. */
export const IMPORT_FIELDS = [
  'formerMrn',
  'fullName',
  'firstName',
  'middleName',
  'lastName',
  'suffix',
  'dateOfBirth',
  'gender',
  'socialSecurityNumber',
  'address',
  'addressLine2',
  'city',
  'state',
  'zipCode',
  'phone',
  'email',
  'insuranceProvider',
  'insurancePolicyNumber',
  'status',
  'deceased',
  'deathDate',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** Most columns of a file: longer headers are no patient lists. */
export const MAX_IMPORT_COLUMNS = 500;

/** The columns of each field, by name. Of several, the first one that is not blank in a row counts. */
export type ColumnMapping = Readonly<Partial<Record<ImportField, readonly string[]>>>;

/** The cells of a row by field, as they were in the file. */
export type RawPatient = Readonly<Partial<Record<ImportField, string>>> & {
  /** Other phones of the patient, which the portal has no place for. */
  readonly otherPhones?: readonly string[];
};

// Names without case, spaces and punctuation; "Patient" or "Pt" before them is ignored. The most certain ones come first.
const NAMES: Readonly<Record<ImportField, string>> = {
  formerMrn:
    'formerMrn oldMrn mrn medicalRecordNumber medicalRecordNo medicalRecord medRecNo recordNumber chartNumber ' +
    'chartNo chartId chart accountNumber accountNo acctNo externalId legacyId id number no',
  fullName: 'fullName name displayName lastFirst lastNameFirstName nameLastFirst',
  firstName: 'firstName first fName givenName given forename nameFirst',
  middleName: 'middleName middle mName middleInitial mi nameMiddle',
  lastName: 'lastName last lName surname familyName family nameLast',
  suffix: 'suffix nameSuffix generation',
  dateOfBirth: 'dateOfBirth dob birthDate birthday birth bDate born',
  gender: 'gender sex administrativeGender administrativeSex legalSex birthSex sexAtBirth',
  socialSecurityNumber: 'socialSecurityNumber ssn socialSecurityNo socialSecurity socSec ssNumber ssNo ss',
  address:
    'address address1 addressLine1 addr addr1 street street1 streetAddress homeAddress mailingAddress addressStreet',
  addressLine2: 'address2 addressLine2 addr2 street2 apt apartment unit suite',
  city: 'city town homeCity addressCity mailingCity',
  state: 'state stateCode st stateProvince province homeState addressState mailingState',
  zipCode: 'zipCode zip postalCode postCode zip5 homeZip addressZip mailingZip',
  phone:
    'primaryPhone phone phoneNumber phoneNo telephone tel mobilePhone mobile mobileNumber cellPhone cell phoneMobile ' +
    'phoneCell homePhone phoneHome homeTelephone workPhone phoneWork',
  email: 'email emailAddress primaryEmail homeEmail mail',
  insuranceProvider:
    'insuranceProvider insurance insuranceCompany insuranceName insuranceCarrier carrier insurer payer ' +
    'primaryInsurance primaryInsuranceName primaryPayer payerName healthPlan planName',
  insurancePolicyNumber:
    'insurancePolicyNumber policyNumber policyNo policy policyId memberId memberNumber subscriberId insuranceId ' +
    'insuranceMemberId primaryPolicyNumber',
  status: 'status active isActive recordStatus activeStatus statusCode activeFlag',
  deceased: 'deceased isDeceased deceasedIndicator deceasedFlag deceasedYN dead isDead',
  deathDate: 'deathDate dateOfDeath deceasedDate dateDeceased deceasedDateTime deathDateTime dod',
};

const plain = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Words that headers abbreviate: "Home Ph." and "Primary Ins". */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  ph: 'phone',
  ins: 'insurance',
  addr: 'address',
  no: 'number',
  num: 'number',
  nbr: 'number',
  pol: 'policy',
  co: 'company',
  prim: 'primary',
  pri: 'primary',
  grp: 'group',
};
/** A name with its abbreviations written out. */
const spelledOut = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/)
    .map((word) => ABBREVIATIONS[word.toLowerCase()] ?? word)
    .map((word) => plain(word))
    .join('');
/** A name with and without "Patient", "Patient’s" or "Pt" before it: "Patient Status" is “Status”, not a word after “Patients”. */
const variants = (name: string): readonly string[] =>
  ['', 'patient', 'patients', 'pt']
    .filter((start) => name.startsWith(start))
    .map((start) => name.slice(start.length));

/** Guesses the columns of each field from their names. Only the phone can have several. */
export function guessColumns(header: readonly string[]): ColumnMapping {
  const columnsOf = Map.groupBy(
    header.flatMap((column) =>
      [...new Set([plain(column), spelledOut(column)].flatMap((name) => variants(name)))].map((name) => ({
        name,
        column,
      })),
    ),
    ({ name }) => name,
  );
  const mapping: Partial<Record<ImportField, readonly string[]>> = {};
  for (const field of IMPORT_FIELDS) {
    const found = NAMES[field]
      .split(' ')
      .flatMap((name) => [plain(name), spelledOut(name)])
      .flatMap((name) => (columnsOf.get(name) ?? []).map(({ column }) => column));
    const columns = [...new Set(found)];
    if (columns.length > 0) mapping[field] = field === 'phone' ? columns : columns.slice(0, 1);
  }
  return mapping;
}

/** Why rows cannot be read with this mapping, or null. */
export function mappingTrouble(mapping: ColumnMapping, header: readonly string[]): string | null {
  const missing = Object.values(mapping)
    .flat()
    .find((column) => !header.includes(column));
  if (missing !== undefined) return `The file has no column “${missing}”.`;
  const names = header.filter((column) => column !== '');
  const repeated = Object.values(mapping)
    .flat()
    .find((column) => names.indexOf(column) !== names.lastIndexOf(column));
  if (repeated !== undefined) return `The file has several columns “${repeated}”.`;
  const has = (field: ImportField) => (mapping[field] ?? []).length > 0;
  if (!has('fullName') && !(has('firstName') && has('lastName')))
    return 'No column has the names of the patients.';
  return has('dateOfBirth') ? null : 'No column has the dates of birth.';
}

// Our CSV files have an apostrophe before text that a spreadsheet would read as a formula.
const withoutGuard = (cell: string): string => cell.replace(/^'(?=\s*[=+@-])/, '');

/** Returns a function that reads the cells of a record by field. */
export function rawPatientReader(
  mapping: ColumnMapping,
  header: readonly string[],
): (record: readonly string[]) => RawPatient {
  const places = IMPORT_FIELDS.flatMap((field) => {
    const columns = (mapping[field] ?? []).map((column) => header.indexOf(column));
    return columns.length === 0 ? [] : [{ field, columns }];
  });
  return (record) => {
    const raw: Partial<Record<ImportField, string>> = {};
    let otherPhones: readonly string[] = [];
    for (const { field, columns } of places) {
      const [cell, ...others] = columns.map((at) => record[at] ?? '').filter((text) => text.trim() !== '');
      if (cell !== undefined) raw[field] = withoutGuard(cell);
      if (field === 'phone') otherPhones = others.map((text) => withoutGuard(text));
    }
    return otherPhones.length === 0 ? raw : { ...raw, otherPhones };
  };
}
