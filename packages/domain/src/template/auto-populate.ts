import { ageOn, formatDateUs } from '../date.ts';
import { fullName } from '../person-name.ts';
import { formatPhone } from '../phone.ts';
import { fieldsOf, type TemplateContent } from './content.ts';
import type { FieldValues } from './value.ts';

/** The values that fields can be auto-populated with; null if not selected yet. Dates are YYYY-MM-DD. */
export interface AutoPopulateData {
  readonly patient: {
    readonly firstName: string;
    readonly lastName: string;
    readonly dateOfBirth: string;
    readonly gender: string | null;
    readonly medicalRecordNumber: string;
    /** Digits only. */
    readonly phone: string | null;
    readonly insuranceProvider: string | null;
  } | null;
  readonly provider: { readonly name: string; readonly title: string | null } | null;
  readonly locationName: string | null;
  readonly procedureDate: string;
}

/**
 * Initial values of a template's fields by field id, from sources like `{fieldId: "patient.dateOfBirth"}`. Dates are MM/DD/YYYY in
 * text fields and YYYY-MM-DD in date fields; the age is the age on the procedure date. Unknown values are omitted.
 */
export function autoPopulateValues(
  { sections }: Pick<TemplateContent, 'sections'>,
  sources: Readonly<Record<string, string>>,
  facts: AutoPopulateData,
): FieldValues {
  const types = new Map(fieldsOf({ version: 1, sections }).map(({ id, type }) => [id, type]));
  const values: Record<string, string> = {};
  for (const [id, source] of Object.entries(sources)) {
    const type = types.get(id);
    if (type === undefined) continue;
    const dateText = (date: string) => (type === 'date' ? date : formatDateUs(date));
    const value = valueOf(source, facts, dateText);
    if (value !== '') values[id] = value;
  }
  return values;
}

/** What an auto-populated field gets now, as printed. */
export interface AutoText {
  /** What it is, such as "the patient’s name". */
  readonly label: string;
  readonly text: string;
}
export type AutoTexts = Readonly<Record<string, AutoText>>;

const NOUNS: Readonly<Record<string, string>> = {
  'patient.name': 'the patient’s name',
  'patient.firstName': 'the patient’s first name',
  'patient.lastName': 'the patient’s last name',
  'patient.dateOfBirth': 'the patient’s date of birth',
  'patient.age': 'the patient’s age',
  'patient.gender': 'the patient’s gender',
  'patient.medicalRecordNumber': 'the patient’s MRN',
  'patient.phone': 'the patient’s phone number',
  'patient.insurance': 'the patient’s insurance',
  'provider.name': 'the provider’s name',
  'provider.title': 'the provider’s title',
  'location.name': 'the location',
  procedureDate: 'the procedure date',
};

/** What the auto-populated fields get, by field ID. Leaves out those whose patient, provider, location or date is not known yet. */
export function autoPopulateTexts(
  sources: Readonly<Record<string, string>>,
  facts: AutoPopulateData,
): AutoTexts {
  return Object.fromEntries(
    Object.entries(sources).flatMap(([id, source]) => {
      const { [source]: label } = NOUNS;
      return label === undefined || !isKnown(source, facts)
        ? []
        : [[id, { label, text: valueOf(source, facts, formatDateUs) }]];
    }),
  );
}

const isKnown = (source: string, facts: AutoPopulateData): boolean => {
  if (source.startsWith('patient.'))
    return facts.patient !== null && (source !== 'patient.age' || facts.procedureDate !== '');
  if (source.startsWith('provider.')) return facts.provider !== null;
  return source === 'location.name' ? facts.locationName !== null : facts.procedureDate !== '';
};

function valueOf(
  source: string,
  { patient, provider, locationName, procedureDate }: AutoPopulateData,
  dateText: (date: string) => string,
): string {
  switch (source) {
    case 'patient.name':
      return patient === null ? '' : fullName(patient.firstName, patient.lastName);
    case 'patient.firstName':
      return patient?.firstName ?? '';
    case 'patient.lastName':
      return patient?.lastName ?? '';
    case 'patient.dateOfBirth':
      return patient === null ? '' : dateText(patient.dateOfBirth);
    case 'patient.age':
      return patient === null ? '' : String(ageOn(patient.dateOfBirth, procedureDate) ?? '');
    case 'patient.gender':
      return patient?.gender ?? '';
    case 'patient.medicalRecordNumber':
      return patient?.medicalRecordNumber ?? '';
    case 'patient.phone':
      return formatPhone(patient?.phone ?? '');
    case 'patient.insurance':
      return patient?.insuranceProvider ?? '';
    case 'provider.name':
      return provider?.name ?? '';
    case 'provider.title':
      return provider?.title ?? '';
    case 'location.name':
      return locationName ?? '';
    case 'procedureDate':
      return procedureDate === '' ? '' : dateText(procedureDate);
    default:
      return '';
  }
}
