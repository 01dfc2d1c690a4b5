import { formatDateUs } from '../date.ts';
import { fieldsOf, type TemplateContent } from './content.ts';
import { SOURCES, type SourceName } from './sources.ts';
import { factValues, type NoteFacts } from './source-values.ts';
import type { FieldValues } from './value.ts';

/** What a field can be filled in with. */
export const AUTO_POPULATE_SOURCES = [
  'patient.name',
  'patient.firstName',
  'patient.lastName',
  'patient.dateOfBirth',
  'patient.age',
  'patient.gender',
  'patient.medicalRecordNumber',
  'patient.phone',
  'patient.insurance',
  'provider.name',
  'provider.title',
  'location.name',
  'procedureDate',
] as const;
export type AutoPopulateSource = (typeof AUTO_POPULATE_SOURCES)[number];

const NOUNS: Readonly<Record<AutoPopulateSource, string>> = {
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

/** The names that conditions and texts have for the same. */
const sourceOf = (name: AutoPopulateSource): SourceName => {
  if (name === 'patient.gender') return 'patient.sex';
  return name === 'procedureDate' ? 'note.procedureDate' : name;
};

const isAutoPopulateSource = (name: string): name is AutoPopulateSource => Object.hasOwn(NOUNS, name);

/**
 * Initial values of a template's fields by field id, from sources like `{fieldId: "patient.dateOfBirth"}`. Dates are MM/DD/YYYY in
 * text fields and YYYY-MM-DD in date fields; the age is the age on the procedure date. Unknown values are omitted.
 */
export function autoPopulateValues(
  { sections }: Pick<TemplateContent, 'sections'>,
  sources: Readonly<Record<string, string>>,
  facts: NoteFacts,
): FieldValues {
  const types = new Map(fieldsOf({ version: 1, sections }).map(({ id, type }) => [id, type]));
  const values: Record<string, string> = {};
  for (const [id, source] of Object.entries(sources)) {
    const type = types.get(id);
    if (type === undefined) continue;
    const value = valueOf(source, facts, (date) => (type === 'date' ? date : formatDateUs(date)));
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

/** What the auto-populated fields get, by field ID. Leaves out those whose patient, provider, location or date is not known yet. */
export const autoPopulateTexts = (sources: Readonly<Record<string, string>>, facts: NoteFacts): AutoTexts =>
  Object.fromEntries(
    Object.entries(sources).flatMap(([id, source]) =>
      isAutoPopulateSource(source) && isKnown(source, facts)
        ? [[id, { label: NOUNS[source], text: valueOf(source, facts, formatDateUs) }]]
        : [],
    ),
  );

const isKnown = (source: AutoPopulateSource, facts: NoteFacts): boolean => {
  if (source.startsWith('patient.'))
    return facts.patient !== null && (source !== 'patient.age' || facts.procedureDate !== '');
  if (source.startsWith('provider.')) return facts.provider !== null;
  return source === 'location.name' ? facts.locationName !== null : facts.procedureDate !== '';
};

function valueOf(source: string, facts: NoteFacts, dateText: (date: string) => string): string {
  if (!isAutoPopulateSource(source)) return '';
  const name = sourceOf(source);
  const value = factValues(facts)[name];
  if (typeof value !== 'string') return '';
  return SOURCES[name].kind === 'date' ? dateText(value) : value;
}
