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
  'groupNumber',
  'subscriberName',
  'subscriberDateOfBirth',
  'subscriberRelation',
  'secondaryInsuranceProvider',
  'secondaryInsurancePolicyNumber',
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

/**
 * Names of columns, without case, spaces and punctuation; the most certain ones come first. Those of `patient_data` of OpenEMR, Open
 * Dental’s `patient` and Epic’s `PATIENT` were looked up in public copies of their tables (2026-11-26), the others are from exports. A wrong
 * guess is seen on screen.
 */
const NAMES: Readonly<Record<ImportField, string>> = {
  formerMrn:
    'formerMrn oldMrn mrn medicalRecordNumber medicalRecord medRecNumber recordNumber patMrnId pubPid chartNumber chartId chart ' +
    'accountNumber acctNumber externalId legacyId patientNumber patNum personNumber clientNumber id',
  fullName:
    'fullName name displayName lastFirst lastNameFirstName lastNameFirstMi nameLastFirst nameLastFirstMi',
  firstName: 'firstName first fName givenName given forename nameFirst',
  middleName: 'middleName middle mName middleInitial middleI mInitial mi nameMiddle',
  lastName: 'lastName last lName surname familyName family nameLast',
  suffix: 'suffix nameSuffix generation',
  dateOfBirth: 'dateOfBirth dob birthDate birthday birth bDate born birthDtTm birthDateTime dateBirth',
  gender:
    'gender sex administrativeGender administrativeSex legalSex birthSex sexAtBirth assignedSexAtBirth genderCode sexCode',
  socialSecurityNumber: 'socialSecurityNumber ssn socialSecurity socSec ssNumber ss',
  address:
    'address address1 addressLine1 addLine1 line1 street street1 streetAddress streetAddress1 streetLine1 homeAddress homeAddress1 ' +
    'homeStreet mailingAddress mailingAddress1 addressStreet',
  addressLine2:
    'addressLine2 address2 addLine2 line2 street2 streetAddress2 streetLine2 homeAddress2 mailingAddress2 apt apartment unit suite',
  city: 'city town homeCity addressCity mailingCity cityName',
  state: 'state stateCode st stateProvince province homeState addressState mailingState',
  zipCode:
    'zipCode zip postalCode postCode postal zip5 homeZip homeZipCode homePostalCode addressZip mailingZip mailingZipCode',
  phone:
    'primaryPhone phone phoneNumber primaryPhoneNumber telephone tel telephoneNumber mobilePhone mobile mobileNumber ' +
    'mobilePhoneNumber cellPhone cell cellPhoneNumber cellNumber wirelessPhone wireless phoneMobile phoneCell homePhone ' +
    'homePhoneNumber phoneHome homeTelephone contactPhone phoneContact workPhone workPhoneNumber phoneWork',
  email: 'email emailAddress primaryEmail homeEmail mail emailAddr',
  insuranceProvider:
    'insuranceProvider insurance insuranceCompany insuranceCompanyName insuranceName insuranceCarrier insurancePlan ' +
    'insurancePlanName insurancePayer insurancePayerName carrier carrierName insurer payer payerName healthPlan plan planName insurancePolicyCompanyName',
  insurancePolicyNumber:
    'insurancePolicyNumber policyNumber policy policyId memberId memberNumber subscriberId subscriberNumber insuranceId ' +
    'insuranceIdNumber insuranceNumber insuranceMemberId insuranceMemberNumber insuranceSubscriberId insuranceSubscriberNumber ' +
    'insurancePolicyId insurancePolicy idNumber',
  // Tebra’s (Kareo’s) PrimaryInsurancePolicy… and OpenEMR’s `insurance_data`, in public copies (2026-11-27); the others are unchecked.
  groupNumber:
    'groupNumber group groupId policyGroupNumber policyGroup insuranceGroupNumber insuranceGroup insuranceGroupId ' +
    'insurancePolicyGroupNumber planGroupNumber',
  subscriberName:
    'subscriberName subscriber subscriberFullName insuredName insured insuredFullName policyHolder policyHolderName policyholder ' +
    'policyholderName insuranceSubscriberName insurancePolicyInsuredFullName',
  subscriberDateOfBirth:
    'subscriberDateOfBirth subscriberDob subscriberBirthDate insuredDateOfBirth insuredDob insuredBirthDate policyHolderDateOfBirth ' +
    'policyHolderDob insuranceSubscriberDob insuranceSubscriberDateOfBirth insurancePolicyInsuredDateOfBirth',
  subscriberRelation:
    'subscriberRelation subscriberRelationship relationToSubscriber relationshipToSubscriber relationToInsured relationshipToInsured ' +
    'patientRelationshipToInsured patientRelationToInsured patientRelationshipToSubscriber insuredRelationship ' +
    'insuranceSubscriberRelationship insurancePolicyPatientRelationshipToInsured',
  secondaryInsuranceProvider: 'secondaryInsuranceProvider',
  secondaryInsurancePolicyNumber: 'secondaryInsurancePolicyNumber secondaryNumber',
  status: 'status active isActive recordStatus activeStatus statusCode activeFlag chartStatus patStatus',
  deceased: 'deceased isDeceased deceasedIndicator deceasedFlag deceasedYN dead isDead',
  deathDate:
    'deathDate dateOfDeath deceasedDate dateDeceased deceasedDateTime deathDateTime dateTimeDeceased deceasedDtTm deathDtTm dod',
};

/** Fields that a patient can have several of: their primary one is imported. */
const HAS_PRIMARY: readonly ImportField[] = [
  'insuranceProvider',
  'insurancePolicyNumber',
  'groupNumber',
  'subscriberName',
  'subscriberDateOfBirth',
  'subscriberRelation',
];

/** Fields of a second coverage, which is named like the first one: "Secondary Carrier", "Insurance 2". */
const SECOND: Readonly<Partial<Record<ImportField, ImportField>>> = {
  secondaryInsuranceProvider: 'insuranceProvider',
  secondaryInsurancePolicyNumber: 'insurancePolicyNumber',
};

/** Words before a name that say it is the patient’s: "Patient Status" and "Pat F Name", never "Patients" from "Patient State". */
const OWNERS: ReadonlySet<string> = new Set([
  'patient',
  'patients',
  'pt',
  'pat',
  'client',
  'clients',
  'person',
  'member',
]);

/** Words that headers abbreviate: "Home Ph." and "Primary Ins". */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  ph: 'phone',
  hm: 'home',
  wk: 'work',
  ins: 'insurance',
  addr: 'address',
  no: 'number',
  num: 'number',
  nbr: 'number',
  pol: 'policy',
  co: 'company',
  prim: 'primary',
  pri: 'primary',
  sec: 'secondary',
  grp: 'group',
};

/** The words of a name, without punctuation: "Patient’s D.O.B." is patients, dob. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/['’.]/g, '')
    .split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
const spelledOut = (words: readonly string[]) => words.map((word) => ABBREVIATIONS[word] ?? word);

/** The names of a field, those of a second coverage included. */
function allNamesOf(field: ImportField): string[] {
  const first = SECOND[field];
  const second =
    first === undefined
      ? []
      : NAMES[first].split(' ').flatMap((name) => [`secondary ${name}`, `${name}2`, `${name} secondary`]);
  return [...NAMES[field].split(' '), ...second];
}

/** The field of each name, and how certain it is: less is more. */
const FIELDS: ReadonlyMap<string, { readonly field: ImportField; readonly rank: number }> = new Map(
  IMPORT_FIELDS.flatMap((field) =>
    allNamesOf(field).flatMap((name, rank) => {
      const words = wordsOf(name);
      const plain = [words.join(''), spelledOut(words).join('')];
      const primary = HAS_PRIMARY.includes(field)
        ? plain.flatMap((each) => [`primary${each}`, `${each}1`, `${each}primary`])
        : [];
      return [...plain, ...primary].map((each) => [each, { field, rank }] as const);
    }),
  ).toReversed(),
);

/** The field that a column is named after, as a whole or behind a word for the patient. */
function fieldOf(column: string) {
  const words = wordsOf(column);
  const behindOwner = OWNERS.has(words[0] ?? '') ? words.slice(1) : [];
  // Without any spaces, only the longest word is certain.
  const glued = words.length === 1 ? words.map((word) => word.replace(/^patients?(?=\w{2})/, '')) : [];
  return [words, behindOwner, glued]
    .flatMap((each) => [each.join(''), spelledOut(each).join('')])
    .map((name) => FIELDS.get(name))
    .find((found) => found !== undefined);
}

/** Guesses the columns of each field from their names. Only the phone can have several. */
export function guessColumns(header: readonly string[]): ColumnMapping {
  const found = header.flatMap((column) => {
    const known = REPEATED.test(column) ? undefined : fieldOf(column);
    return known === undefined ? [] : [{ column, ...known }];
  });
  const mapping: Partial<Record<ImportField, readonly string[]>> = {};
  for (const field of IMPORT_FIELDS) {
    const columns = found
      .filter((each) => each.field === field)
      .toSorted((one, two) => one.rank - two.rank)
      .map(({ column }) => column);
    if (columns.length > 0) mapping[field] = field === 'phone' ? columns : columns.slice(0, 1);
  }
  return mapping;
}

const REPEATED = / \(\d+\)$/;

/** Tells repeated names of columns apart by their place: the second "City" is "City (2)". */
export function distinctColumns(header: readonly string[]): readonly string[] {
  const taken = new Set(header);
  const seen = new Set<string>();
  return header.map((column) => {
    if (column === '' || !seen.has(column)) {
      seen.add(column);
      return column;
    }
    let place = 2;
    while (taken.has(`${column} (${place})`)) place += 1;
    taken.add(`${column} (${place})`);
    return `${column} (${place})`;
  });
}

/** Why rows cannot be read with this mapping, or null. */
export function mappingTrouble(mapping: ColumnMapping, header: readonly string[]): string | null {
  const missing = Object.values(mapping)
    .flat()
    .find((column) => !header.includes(column));
  if (missing !== undefined) return `The file has no column “${missing}”.`;
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
