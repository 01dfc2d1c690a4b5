import { cleanSingleLine } from '../text.ts';
import { hasShortYear, parseBirthDate, provenOrder, type DateOrder } from './birth-date.ts';
import { birthDateDoubt, OPTIONAL_FIELDS, type ValueChoices } from './choices.ts';
import {
  IMPORT_FIELDS,
  PLAIN_FIELDS,
  type ImportField,
  type PlainField,
  type RawPatient,
} from './columns.ts';
import { COVERAGE_FIELDS, type CoverageField, type FormerCoverage } from './coverage.ts';
import { isPlaceholderDate } from './death.ts';
import { joinNames, splitName } from './names.ts';
import { spreadsheetDamage } from './spreadsheet.ts';
import { readStatus } from './status.ts';
import {
  optionalCell,
  otherPhonesNote,
  readEmail,
  readGender,
  readPhone,
  readSsn,
  readState,
  readZip,
  type ReadValue,
} from './values.ts';
import type { WordAnswers } from './words.ts';

/** A patient as the form of the portal would have it. Lengths and characters are not checked yet. */
export interface ImportedPatient extends Readonly<Record<PlainField, string | null>> {
  readonly formerMrn: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
  readonly isDeceased: boolean;
  /** Null: alive, or not known. */
  readonly dateOfDeath: string | null;
  readonly gender: 'Male' | 'Female' | 'Other' | null;
  readonly socialSecurityNumber: string | null;
  readonly address: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zipCode: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly formerCoverage: FormerCoverage | null;
  readonly isActive: boolean;
}

/** A row that was read. With problems, it cannot be imported. */
export interface PatientReading {
  readonly patient: ImportedPatient;
  /** Without the values of the row, so that they can be shown anywhere. */
  readonly problems: readonly { readonly field: ImportField; readonly message: string }[];
  /** Why the row is not imported, whatever else it has, or null. */
  readonly skipped: string | null;
  /** What was left out. */
  readonly notes: readonly string[];
}

/** How a file is read. `today`: YYYY-MM-DD in the practice’s time zone. */
export interface ReadingRules {
  readonly order: DateOrder;
  readonly today: string;
  /** What a person chose for words of the file. */
  readonly words: WordAnswers;
  /** Whether a blank status has no certain meaning, because other rows have one; false by default. */
  readonly asksBlankStatus?: boolean;
  /** Whether states outside the fifty are read; false by default. */
  readonly otherStates?: boolean;
  /** What a person chose for kinds of values that cannot be read; nothing by default. */
  readonly choices?: ValueChoices;
}

/** Longer than any value that can be stored. A row with a longer cell fails; only its beginning is read. */
const MAX_CELL = 1000;

/** Names of fields that do not follow from their keys. */
const NAMES: Readonly<Partial<Record<ImportField, string>>> = {
  formerMrn: 'Record number',
  zipCode: 'ZIP code',
  deathDate: 'Date of death',
};

/** Reads a row. Any text is possible; never throws. */
export function readPatient(raw: RawPatient, rules: ReadingRules): PatientReading {
  const problems: { field: ImportField; message: string }[] = [];
  const notes: string[] = [];
  /** Fields that are refused as a whole. An optional one is read as blank. */
  const refused = new Set<ImportField>();
  const take = <T>(field: ImportField, read: ReadValue<T>): T | null => {
    if ('problem' in read) {
      if (!refused.has(field)) problems.push({ field, message: read.problem });
      return read.value ?? null;
    }
    if (read.note !== undefined) notes.push(read.note);
    return read.value;
  };
  for (const field of IMPORT_FIELDS) {
    const text = raw[field];
    const problem = text === undefined ? null : cellProblem(field, text);
    if (problem === null) continue;
    problems.push({ field, message: `${nameOf(field)} ${problem}` });
    refused.add(field);
  }
  const cut = (field: ImportField) =>
    refused.has(field) && OPTIONAL_FIELDS.has(field) ? '' : (raw[field] ?? '').slice(0, MAX_CELL);
  const cell = (field: ImportField) => optionalCell(cut(field));
  const text = (field: ImportField) => cell(field) || null;

  const [firstName, lastName] = [cut('firstName'), cut('lastName')];
  const names =
    firstName.trim() === '' && lastName.trim() === ''
      ? splitName(cut('fullName'))
      : joinNames({ firstName, lastName, middleName: cut('middleName'), suffix: cut('suffix') });
  notes.push(...names.notes);
  if (names.problem !== null) problems.push({ field: 'fullName', message: names.problem });
  else {
    if (names.firstName === '') problems.push({ field: 'firstName', message: 'First name is required' });
    if (names.lastName === '') problems.push({ field: 'lastName', message: 'Last name is required' });
  }
  const dateOfBirth = take('dateOfBirth', readBirthDate(cut('dateOfBirth'), rules)) ?? '';
  const { skipped, ...status } =
    take('status', readStatus(cutAll(raw), { ...rules, born: dateOfBirth })) ?? ACTIVE;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, which fromEntries cannot state
  const plain = Object.fromEntries(PLAIN_FIELDS.map((field) => [field, text(field)])) as Record<
    PlainField,
    string | null
  >;
  const patient: ImportedPatient = {
    formerMrn: text('formerMrn'),
    firstName: names.firstName,
    lastName: names.lastName,
    dateOfBirth,
    ...status,
    gender: take('gender', readGender(cut('gender'), rules.words)),
    socialSecurityNumber: take('socialSecurityNumber', readSsn(cell('socialSecurityNumber'))),
    address: [text('address'), text('addressLine2')].filter((line) => line !== null).join(', ') || null,
    city: text('city'),
    state: take('state', readState(cell('state'), rules.otherStates ?? false)),
    zipCode: take('zipCode', readZip(cell('zipCode'))),
    phone: take('phone', readPhone(cell('phone'))),
    email: take('email', readEmail(cell('email'))),
    ...plain,
    formerCoverage: readCoverage(withoutFields(raw, refused), rules),
  };
  const other = otherPhonesNote(patient.phone, raw.otherPhones ?? []);
  if (other !== null) notes.push(other);
  notes.push(...(raw.leftOut ?? []));
  return { patient, problems, skipped, notes };
}

/** Other coverage; null if there is none. Nothing of it fails a row, because nobody works with it yet. */
function readCoverage(raw: RawPatient, rules: ReadingRules): FormerCoverage | null {
  const coverage: { [F in CoverageField]?: string } = {};
  for (const field of COVERAGE_FIELDS) {
    const cell = optionalCell((raw[field] ?? '').slice(0, MAX_CELL));
    const isBirth = field === 'subscriberDateOfBirth';
    if (cell === '' || (isBirth && isPlaceholderDate(cell))) continue;
    coverage[field] = isBirth ? (parseBirthDate(cell, rules) ?? cell) : cell;
  }
  return Object.keys(coverage).length === 0 ? null : coverage;
}

const ACTIVE = { isActive: true, isDeceased: false, dateOfDeath: null, skipped: null };

const withoutFields = (raw: RawPatient, fields: ReadonlySet<ImportField>): RawPatient =>
  fields.size === 0 ? raw : { ...raw, ...Object.fromEntries(Array.from(fields, (field) => [field, ''])) };

const cutAll = (raw: RawPatient): RawPatient => ({
  status: (raw.status ?? '').slice(0, MAX_CELL),
  deceased: (raw.deceased ?? '').slice(0, MAX_CELL),
  deathDate: (raw.deathDate ?? '').slice(0, MAX_CELL),
});

/** Why a cell cannot be read, whatever its field; null if it can. */
const cellProblem = (field: ImportField, cell: string): string | null =>
  cell.length > MAX_CELL ? `has more than ${MAX_CELL} characters` : spreadsheetDamage(field, cell);

/** "insuranceProvider" becomes "Insurance provider". */
const nameOf = (field: ImportField): string =>
  NAMES[field] ??
  field.charAt(0).toUpperCase() + field.slice(1).replace(/[A-Z0-9]/g, (letter) => ` ${letter.toLowerCase()}`);

const OTHER_ORDER: Readonly<Record<DateOrder, string>> = {
  'month first': 'Date of birth has the day first, but the file is read with the month first',
  'day first': 'Date of birth has the month first, but the file is read with the day first',
};

function readBirthDate(text: string, rules: ReadingRules): ReadValue<string> {
  const cell = cleanSingleLine(text);
  if (cell === '') return { problem: 'Date of birth is required' };
  if (isPlaceholderDate(cell)) return { problem: 'Date of birth is a placeholder for none' };
  const value = parseBirthDate(cell, rules);
  if (value === null && provenOrder(cell) !== undefined) return { problem: OTHER_ORDER[rules.order] };
  if (value === null)
    return {
      problem: /^\d{5}(?:\.\d+)?$/.test(cell)
        ? 'Date of birth is a number; format the column as a date in the spreadsheet'
        : 'Date of birth is not a valid date',
    };
  if (value > rules.today) return { problem: 'Date of birth may not be later than today' };
  const doubt = birthDateDoubt(value, rules.today);
  if (doubt !== null) return { problem: doubt, value };
  if (!hasShortYear(cell, rules.order)) return { value };
  const year = value.slice(0, 4);
  // A century later, the date is in the future.
  return year === rules.today.slice(0, 4)
    ? { problem: `Date of birth has a year of two digits, which may be ${year} or ${Number(year) - 100}` }
    : { value, note: 'Year of birth with two digits read as the latest possible one' };
}
