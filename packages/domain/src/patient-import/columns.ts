import { withoutFormulaGuard } from '../csv.ts';
import { COVERAGE_FIELDS } from './coverage.ts';
import { isRepeated, OWNERS, wordsOf } from './column-names.ts';
import { textOfFormula } from './spreadsheet.ts';

/** Texts that are taken as they are, with their labels. The patient record of the contract has them, too. */
export const PLAIN_LABELS = {
  insuranceProvider: 'Insurance provider',
  insurancePolicyNumber: 'Insurance policy number',
} as const;
export type PlainField = keyof typeof PLAIN_LABELS;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the object has no other properties
export const PLAIN_FIELDS = Object.keys(PLAIN_LABELS) as PlainField[];

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
  ...PLAIN_FIELDS,
  ...COVERAGE_FIELDS,
  'status',
  'deceased',
  'deathDate',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** Most columns of a file: longer headers are no patient lists. */
export const MAX_IMPORT_COLUMNS = 500;

/** What a person can choose for a column: a field, or that it is left out. */
export const COLUMN_USES = [...IMPORT_FIELDS, 'leftOut'] as const;
export type ColumnUse = (typeof COLUMN_USES)[number];

/**
 * The columns of each field, by name, and those that are left out. Of several, the first one that is not blank in a row counts. A column
 * with values that is not in the mapping stops the import.
 */
export type ColumnMapping = Readonly<Partial<Record<ColumnUse, readonly string[]>>>;

/** The cells of a row by field, as they were in the file. */
export type RawPatient = Readonly<Partial<Record<ImportField, string>>> & {
  /** Other phones of the patient, which the portal has no place for. */
  readonly otherPhones?: readonly string[];
  /** What else the file has about the patient, as notes. */
  readonly leftOut?: readonly string[];
};

/**
 * Names of columns, without case, spaces and punctuation; the most certain ones come first. A wrong guess is seen on screen.
 *
 * Looked up in public copies: `patient_data` of OpenEMR, `patient` of Open Dental, `PATIENT` of Epic (2026-11-26); `person` of NextGen
 * (`person_nbr`) and of Oracle Health, formerly Cerner (`birth_dt_tm`, `deceased_dt_tm`); a reader of eClinicalWorks’ list ("Pat F Name",
 * "Pat #", "Pat Birthdate"); the interfaces of Tebra, formerly Kareo (`PrimaryInsurancePolicyNumber`), IntakeQ (`PrimaryInsuranceCompany`),
 * DrChrono (`primary_insurance_company`, `primary_insurance_id_number`) and athenahealth; the patient import 1.1 of developers.instamed.com
 * ("Patient Street 1", "Patient Zip 1"); CollaborateMD’s help on patient data (2026-11-27). Unchecked: Office Ally, AdvancedMD, Jane
 * ("Insurance Payer 1"), SimplePractice ("Client …") and athenahealth’s names with spaces.
 */
const NAMES: Readonly<Record<ImportField, string>> = {
  formerMrn:
    'formerMrn oldMrn mrn medicalRecordNumber medicalRecord medRecNumber recordNumber patMrnId pubPid chartNumber chartId chart ' +
    'mrnNumber accountNumber acctNumber externalId legacyId patientNumber patNum personNumber clientNumber id',
  fullName:
    'fullName name displayName legalName lastFirst lastNameFirstName lastNameFirstMi nameLastFirst nameLastFirstMi',
  firstName: 'firstName first legalFirstName fName givenName given forename nameFirst',
  middleName: 'middleName middle mName middleInitial middleI mInitial mi nameMiddle',
  lastName: 'lastName last legalLastName lName surname familyName family nameLast',
  suffix: 'suffix nameSuffix generation',
  dateOfBirth: 'dateOfBirth dob birthDate birthday birth bDate born birthDtTm birthDateTime dateBirth',
  gender:
    'gender sex administrativeGender administrativeSex legalSex birthSex sexAtBirth assignedSexAtBirth genderCode sexCode genderCd sexCd mF',
  socialSecurityNumber: 'socialSecurityNumber ssn socialSecurity socSec ssNumber ss',
  address:
    'address address1 addressLine1 addLine1 line1 street street1 streetAddress streetAddress1 streetLine1 homeAddress homeAddress1 ' +
    'homeStreet mailingAddress mailingAddress1 addressStreet',
  addressLine2:
    'addressLine2 address2 addLine2 line2 street2 streetAddress2 streetLine2 homeAddress2 mailingAddress2 apt apartment unit suite',
  city: 'city town homeCity addressCity mailingCity cityName',
  state: 'state stateCode st stateProvince province homeState addressState mailingState',
  zipCode:
    'zipCode zip postalCode postCode postal zip5 zip1 homeZip homeZipCode homePostalCode addressZip mailingZip mailingZipCode',
  phone:
    'primaryPhone preferredPhone phone phoneNumber phone1 primaryPhoneNumber telephone tel telephoneNumber mobilePhone mobile mobileNumber ' +
    'mobilePhoneNumber cellPhone cell cellPhoneNumber cellNumber wirelessPhone wireless phoneMobile phoneCell homePhone ' +
    'homePhoneNumber phoneHome homeTelephone contactPhone phoneContact phone2 workPhone workPhoneNumber phoneWork ' +
    'phone3',
  email: 'email emailAddress primaryEmail homeEmail mail emailAddr email1 emailAddress1',
  insuranceProvider:
    'insuranceProvider insurance insuranceCompany insuranceCompanyName insuranceName insuranceCarrier insurancePlan ' +
    'insurancePlanName insurancePayer insurancePayerName carrier carrierName insurer payer payerName healthPlan plan planName ' +
    'insurancePolicyCompanyName insurancePolicyPlanName',
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

const spelledOut = (words: readonly string[]) => words.map((word) => ABBREVIATIONS[word] ?? word);

/** "Insurance 1 Policy Number" for "insurancePolicyNumber". */
const numbered = (name: string, place: number): string[] =>
  name.startsWith('insurance') ? [name.replace('insurance', `insurance${place}`)] : [];

/** The names of a field, those of a second coverage included. */
function allNamesOf(field: ImportField): string[] {
  const first = SECOND[field];
  const second =
    first === undefined
      ? []
      : NAMES[first]
          .split(' ')
          .flatMap((name) => [`secondary ${name}`, `${name}2`, `${name} secondary`, ...numbered(name, 2)]);
  return [...NAMES[field].split(' '), ...second];
}

/** The field of each name, and how certain it is: less is more. */
const FIELDS: ReadonlyMap<string, { readonly field: ImportField; readonly rank: number }> = new Map(
  IMPORT_FIELDS.flatMap((field) =>
    allNamesOf(field).flatMap((name, rank) => {
      const words = wordsOf(name);
      const plain = [words.join(''), spelledOut(words).join('')];
      const primary = HAS_PRIMARY.includes(field)
        ? plain.flatMap((each) => [`primary${each}`, `${each}1`, `${each}primary`, ...numbered(each, 1)])
        : [];
      return [...plain, ...primary].map((each) => [each, { field, rank }] as const);
    }),
  ).toReversed(),
);

/** How dates are to be written, or that a cell may be blank: "DOB (MM/DD/YYYY)". */
const HINT = /\((?:[mdy]{1,4}[\s/.-]*)+\)|\((?:required|optional)\)/i;

/** The field that a column is named after, as a whole or behind a word for the patient. "#" is a number, or says nothing. */
function fieldOf(column: string) {
  const name = column.replace(HINT, '');
  return [name.replaceAll('#', ' number'), name]
    .flatMap((each) => spellingsOf(wordsOf(each)))
    .flatMap((words) => [words.join(''), spelledOut(words).join('')])
    .map((spelling) => FIELDS.get(spelling))
    .find((found) => found !== undefined);
}

function spellingsOf(words: readonly string[]): (readonly string[])[] {
  const [first = ''] = words;
  if (OWNERS.has(first)) return [words, words.slice(1)];
  // A name without spaces shows no words: it may begin with "patient" rather than "patients".
  return words.length === 1
    ? [words, [first.replace(/^patient/, '')], [first.replace(/^patients/, '')]]
    : [words];
}

/** The first columns of an export of patients. */
const EXPORTED = ['MRN', 'Former MRN', 'Last Name', 'First Name', 'Date of Birth'];

/** Columns of our own files that are never imported: the MRN beside the former one. */
const ownColumns = (header: readonly string[]): readonly string[] =>
  EXPORTED.every((name, at) => header[at] === name) ? ['MRN'] : [];

/** Guesses the columns of each field from their names. Only the phone can have several. */
export function guessColumns(header: readonly string[]): ColumnMapping {
  const found = header.flatMap((column) => {
    const known = isRepeated(column) ? undefined : fieldOf(column);
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
  const own = ownColumns(header);
  return own.length === 0 ? mapping : { ...mapping, leftOut: own };
}

/** A column of a file, with the number of rows in which it has a value. */
export interface FilledColumn {
  readonly name: string;
  readonly values: number;
}

/** The columns with values for which nobody has chosen a field, or that they are left out. */
export function undecidedColumns(
  mapping: ColumnMapping,
  columns: readonly FilledColumn[],
): readonly FilledColumn[] {
  const decided = new Set(Object.values(mapping).flat());
  return columns.filter(({ name, values }) => values > 0 && !decided.has(name));
}

/** Leaves these columns out, and no field uses them. */
export function leaveOut(mapping: ColumnMapping, names: readonly string[]): ColumnMapping {
  return names.reduce<ColumnMapping>((sum, name) => assignColumn(sum, name, 'leftOut'), mapping);
}

/** Chooses what a column is. Only the phone can have several columns: of the other fields, the column before is no longer used. */
export function assignColumn(mapping: ColumnMapping, name: string, use: ColumnUse | null): ColumnMapping {
  const others: Partial<Record<ColumnUse, readonly string[]>> = {};
  for (const each of COLUMN_USES) {
    const names = (mapping[each] ?? []).filter((column) => column !== name);
    if (names.length > 0) others[each] = names;
  }
  if (use === null) return others;
  const kept = use === 'phone' || use === 'leftOut' ? (others[use] ?? []) : [];
  return { ...others, [use]: [...kept, name] };
}

/** Why rows cannot be read with this mapping, or null. */
export function mappingTrouble(mapping: ColumnMapping, header: readonly string[]): string | null {
  const missing = IMPORT_FIELDS.flatMap((field) => mapping[field] ?? []).find(
    (column) => !header.includes(column),
  );
  if (missing !== undefined) return `The file has no column “${missing}”.`;
  const has = (field: ImportField) => (mapping[field] ?? []).length > 0;
  if (!has('fullName') && !(has('firstName') && has('lastName')))
    return 'No column has the names of the patients.';
  return has('dateOfBirth') ? null : 'No column has the dates of birth.';
}

/** The text of a cell, without what guards it against formulas and without ="…". */
export const textOfCell = (cell: string): string => textOfFormula(withoutFormulaGuard(cell));

/** Columns that ask whether a patient is active: only there, 1 and 0 are yes and no. */
const ACTIVE_FLAG = /^(?:is)?active(?:flag|yn)?$/;
const FLAGS: Readonly<Record<string, string>> = { '1': 'yes', '1.0': 'yes', '0': 'no', '0.0': 'no' };

/** Whether the name of a column, without a word for the patient before it, asks for active. */
const isActiveFlag = (column: string | undefined): boolean => {
  const words = wordsOf(column ?? '');
  return ACTIVE_FLAG.test((OWNERS.has(words[0] ?? '') ? words.slice(1) : words).join(''));
};

/** Returns a function that reads the cells of a record by field. */
export function rawPatientReader(
  mapping: ColumnMapping,
  header: readonly string[],
): (record: readonly string[]) => RawPatient {
  const places = IMPORT_FIELDS.flatMap((field) => {
    const columns = (mapping[field] ?? []).map((column) => header.indexOf(column));
    return columns.length === 0 ? [] : [{ field, columns }];
  });
  const isFlag = (mapping.status ?? []).length === 1 && isActiveFlag(mapping.status?.[0]);
  return (record) => {
    const raw: Partial<Record<ImportField, string>> = {};
    let otherPhones: readonly string[] = [];
    for (const { field, columns } of places) {
      const [cell, ...others] = columns.map((at) => record[at] ?? '').filter((text) => text.trim() !== '');
      if (cell !== undefined) raw[field] = textOfCell(cell);
      if (field === 'phone') otherPhones = others.map((text) => textOfCell(text));
    }
    if (isFlag && raw.status !== undefined) raw.status = FLAGS[raw.status.trim()] ?? raw.status;
    return otherPhones.length === 0 ? raw : { ...raw, otherPhones };
  };
}
