import { PEOPLE, type Person } from './former-people.ts';

/** What a cell is about. `remark`: the portal has no field for it, and the column is left out by choice. */
export type Meaning =
  | Exclude<keyof Person, 'isActive' | 'died'>
  | 'fullName'
  /** Whether somebody is a patient, was one, or died. */
  | 'life'
  | 'died'
  | 'remark';

/** A column of a former system’s list. */
interface FormerColumn {
  readonly name: string;
  readonly meaning: Meaning;
  readonly cell: (person: Person) => string;
}

/** How a former system writes its list of patients. */
export interface FormerSystem {
  readonly name: string;
  readonly columns: readonly FormerColumn[];
  /** What a person answers for words that the portal asks for. */
  readonly words?: object;
  readonly separator?: string;
  /** Lines before the names of the columns. */
  readonly before?: readonly string[];
}

const us = (date: string) => (date === '' ? '' : `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`);
const midnight = (date: string) => (date === '' ? '' : `${date} 00:00:00`);
const STATES: Readonly<Record<string, string>> = {
  MD: 'Maryland',
  MA: 'Massachusetts',
  TX: 'Texas',
  NY: 'New York',
};
const lastFirst = ({ last, suffix, first, middle }: Person) =>
  [`${suffix === '' ? last : `${last} ${suffix}`},`, first, middle].filter((part) => part !== '').join(' ');
const life =
  (active: string, inactive: string, deceased: string) =>
  ({ died, isActive }: Person) =>
    died === '' ? (isActive ? active : inactive) : deceased;
const plain = (meaning: Exclude<Meaning, 'fullName' | 'life' | 'remark'>) =>
  [meaning, (one: Person) => one[meaning]] as const;

/** What cells are about and how they are written, by a short name. */
const WRITERS = {
  mrn: plain('mrn'),
  first: plain('first'),
  middle: plain('middle'),
  initial: ['middle', (one) => one.middle.slice(0, 1)],
  last: plain('last'),
  suffix: plain('suffix'),
  lastFirst: ['fullName', (one) => lastFirst(one).toUpperCase()],
  born: plain('born'),
  bornUs: ['born', (one) => us(one.born)],
  bornShort: ['born', (one) => us(one.born).replaceAll(/\b0/g, '')],
  bornDigits: ['born', (one) => one.born.replaceAll('-', '')],
  bornMidnight: ['born', (one) => midnight(one.born)],
  sex: plain('sex'),
  sexLetter: ['sex', (one) => (one.sex === '' ? 'U' : one.sex.charAt(0))],
  sexDigit: ['sex', ({ sex }) => (sex === 'Male' ? '0' : sex === 'Female' ? '1' : '')],
  ssn: ['ssn', (one) => one.ssn.replace(/^(...)(..)(....)$/, '$1-$2-$3')],
  ssnDigits: plain('ssn'),
  street: plain('street'),
  unit: plain('unit'),
  city: plain('city'),
  state: plain('state'),
  stateName: ['state', (one) => STATES[one.state] ?? one.state],
  zip: plain('zip'),
  zipDigits: ['zip', (one) => one.zip.replace('-', '')],
  home: ['home', (one) => one.home.replace(/^(...)(...)(....)$/, '($1) $2-$3')],
  mobile: ['mobile', (one) => one.mobile.replace(/^(...)(...)(....)$/, '$1.$2.$3')],
  homeDigits: plain('home'),
  mobileDigits: plain('mobile'),
  email: plain('email'),
  payer: plain('payer'),
  policy: plain('policy'),
  secondPayer: plain('secondPayer'),
  lifeWord: ['life', life('Active', 'Inactive', 'Deceased')],
  lifeNoDeath: ['life', life('Active', 'Inactive', 'Inactive')],
  lifeAlive: ['life', life('Alive', 'Inactive', 'Deceased')],
  lifeLetter: ['life', life('A', 'I', 'D')],
  lifeDigit: ['life', life('0', '2', '5')],
  died: plain('died'),
  diedUs: ['died', (one) => us(one.died)],
  diedMidnight: ['died', (one) => midnight(one.died)],
  diedOrZeros: ['died', (one) => midnight(one.died) || '0000-00-00 00:00:00'],
  diedOrLastDay: ['died', (one) => midnight(one.died) || '12/31/9999'],
  remark: ['remark', () => 'some remark'],
} satisfies Record<string, readonly [Meaning, (person: Person) => string]>;

/** Columns from "name = writer" in each line. */
const columns = (text: string): readonly FormerColumn[] =>
  text
    .trim()
    .split(/\s*[|\n]\s*/)
    .map((column) => {
      const [name = '', key = ''] = column.split(' = ');
      const found = Object.entries(WRITERS).find(([known]) => known === key);
      if (found === undefined) throw new Error(`no writer for ${column}`);
      const [, [meaning, cell]] = found;
      return { name, meaning, cell };
    });

/** Lists of the systems that clinics leave. They follow public examples of headers; not all names are confirmed by an official page. */
export const FORMER_SYSTEMS: readonly FormerSystem[] = [
  {
    name: 'athenahealth',
    columns: columns(`
      Patient ID = mrn | Patient Last Name = last | Patient First Name = first | Patient Middle Initial = initial | Patient Suffix = suffix
      Patient DOB = bornUs | Patient Sex = sexLetter | Patient SSN = ssn | Patient Address1 = street | Patient Address2 = unit
      Patient City = city | Patient State = state | Patient Zip = zip | Patient Home Phone = home | Patient Mobile No = mobile
      Patient Email = email | Patient Status = lifeWord | Patient Deceased Date = diedUs | Patient Department = remark`),
  },
  {
    name: 'eClinicalWorks, long',
    columns: columns(`
      Pat Acct No = mrn | Pat F Name = first | Pat L Name = last | Pat M Initial = initial | Pat Birthdate = bornUs | Pat Sex = sex
      Pat Address 1 = street | Pat Address 2 = unit | Pat City = city | Pat State = state | Pat Zip = zip | Pat Home Phone = home
      Pat Cell Phone = mobile | Pat Email = email | Pat Status = lifeWord | Primary Ins Name = payer | Primary Ins Policy No = policy
      Pat Employer = remark`),
  },
  {
    name: 'eClinicalWorks, short',
    columns: columns(`
      Pat F Name = first | Pat L Name = last | Pat DOB = bornShort | Pat Gender = sex | Pat Phone = home | Pat Acct No = mrn`),
  },
  {
    name: 'Office Ally',
    separator: '\t',
    columns: columns(`
      Patient Name (Last, First MI) = lastFirst | Patient DOB = bornUs | Patient Gender = sexLetter | Patient Account Number = mrn
      Patient Address = street | Patient City = city | Patient State = state | Patient Zip = zip | Patient Phone = home
      Primary Insurance Company = payer | Primary Insurance Policy Number = policy | Guarantor City = remark`),
  },
  {
    name: 'DrChrono',
    words: { status: { a: 'Active', i: 'Inactive', d: 'Deceased' } },
    columns: columns(`
      chart_id = mrn | first_name = first | middle_name = middle | last_name = last | date_of_birth = bornUs | gender = sex
      social_security_number = ssn | address = street | city = city | state = state | zip_code = zip | home_phone = home
      cell_phone = mobile | email = email | patient_status = lifeLetter | primary_insurance_company = payer
      primary_insurance_id_number = policy | secondary_insurance_company = secondPayer | doctor = remark`),
  },
  {
    name: 'Kareo',
    columns: columns(`
      Patient ID = mrn | First Name = first | Middle Name = middle | Last Name = last | Suffix = suffix | Date of Birth = bornShort
      Gender = sex | SSN = ssn | Street 1 = street | Street 2 = unit | City = city | State = state | Zip Code = zip | Home Phone = home
      Mobile Phone = mobile | Email = email | Primary Insurance Plan Name = payer | Primary Insurance Policy Number = policy
      Secondary Insurance Plan Name = secondPayer | Guarantor First Name = remark`),
  },
  {
    name: 'AdvancedMD',
    separator: '|',
    columns: columns(`
      Chart Number = mrn | Patient Name = lastFirst | Birth Date = bornUs | Sex = sexLetter | SSN = ssn | Address 1 = street
      Address 2 = unit | City = city | State = state | Zip = zip | Home Phone = home | Primary Carrier = payer
      Primary Policy Number = policy | Responsible Party = remark`),
  },
  {
    name: 'Jane',
    columns: columns(`
      Patient Number = mrn | First Name = first | Last Name = last | Birth Date = born | Sex = sex | Street Address = street
      Street Address 2 = unit | City = city | Province = stateName | Postal = zip | Home Phone = home | Mobile Phone = mobile
      Email = email | Insurance Payer 1 = payer | Preferred Name = remark`),
  },
  {
    name: 'NextGen',
    columns: columns(`
      person_nbr = mrn | last_name = last | first_name = first | middle_name = middle | date_of_birth = bornDigits | sex = sexLetter
      ssn = ssn | address_line_1 = street | address_line_2 = unit | city = city | state = state | zip = zipDigits
      home_phone = homeDigits | cell_phone = mobileDigits | email_address = email | primary_payer_name = payer
      primary_policy_nbr = policy | prefix = remark`),
  },
  {
    name: 'Epic',
    columns: columns(`
      PAT_MRN_ID = mrn | PAT_NAME = lastFirst | BIRTH_DATE = bornMidnight | SEX = sexLetter | SSN = ssn | ADD_LINE_1 = street
      CITY = city | STATE = state | ZIP = zip | HOME_PHONE = home | EMAIL_ADDRESS = email | PAT_STATUS = lifeAlive
      DEATH_DATE = diedMidnight | PCP = remark`),
  },
  {
    name: 'OpenEMR',
    separator: ';',
    columns: columns(`
      pubpid = mrn | fname = first | mname = middle | lname = last | suffix = suffix | DOB = born | sex = sex | ss = ssn
      street = street | city = city | state = state | postal_code = zip | phone_home = home | phone_cell = mobile | email = email
      deceased_date = diedOrZeros | occupation = remark`),
  },
  {
    name: 'SimplePractice',
    columns: columns(`
      Client ID = mrn | Client First Name = first | Client Last Name = last | Client Date of Birth = bornUs | Client Sex = sex
      Client Email = email | Client Phone = home | Client Address = street | Client City = city | Client State = state
      Client Zip = zip | Client Status = lifeNoDeath | Clinician = remark`),
  },
  {
    name: 'Cerner',
    columns: columns(`
      MRN = mrn | NAME_LAST = last | NAME_FIRST = first | NAME_MIDDLE = middle | BIRTH_DT_TM = bornMidnight | SEX = sex
      STREET_ADDR = street | CITY = city | STATE = state | ZIPCODE = zip | PHONE_NUM = home | DECEASED_DT_TM = diedOrLastDay
      ENCNTR_ID = remark`),
  },
  {
    name: 'Open Dental',
    words: {
      gender: { '0': 'Male', '1': 'Female' },
      status: { '0': 'Active', '2': 'Inactive', '5': 'Deceased' },
    },
    columns: columns(`
      PatNum = mrn | LName = last | FName = first | MiddleI = middle | Birthdate = born | Gender = sexDigit | SSN = ssnDigits
      Address = street | Address2 = unit | City = city | State = state | Zip = zip | HmPhone = home | WirelessPhone = mobile
      Email = email | PatStatus = lifeDigit | Guarantor = remark`),
  },
  {
    name: 'Synthea',
    columns: columns(`
      Id = mrn | BIRTHDATE = born | DEATHDATE = died | SSN = ssn | DRIVERS = remark | FIRST = first | MIDDLE = middle | LAST = last
      SUFFIX = suffix | GENDER = sexLetter | ADDRESS = street | CITY = city | STATE = state | ZIP = zip`),
  },
  {
    name: 'a spreadsheet with a title',
    before: ['Patient list of Blue Hills Pain,,', 'Printed 11/01/2026,,', ''],
    columns: columns(`
      Chart # = mrn | Last = last | First = first | MI = initial | D.O.B. = bornUs | M/F = sexLetter | Cell Ph. = mobile
      Home Ph. = home | Addr 1 = street | Addr 2 = unit | City = city | ST = state | Zip = zip | Prim. Ins. Co. = payer
      Policy # = policy`),
  },
];

/** The file that a former system writes: one line of names, and one line per person. */
export function fileOf(system: FormerSystem): Buffer<ArrayBuffer> {
  const { columns: all, separator = ',', before = [] } = system;
  const quoted = (cell: string) =>
    cell.includes('"') || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const line = (cells: readonly string[]) => cells.map((cell) => quoted(cell)).join(separator);
  const names = line(all.map(({ name }) => name));
  const rows = PEOPLE.map((one) => line(all.map(({ cell }) => cell(one))));
  return Buffer.from(`${[...before, names, ...rows].join('\r\n')}\r\n`);
}
