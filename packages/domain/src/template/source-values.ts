import { ageOn, isDateOnly } from '../date.ts';
import { fullName } from '../person-name.ts';
import { formatPhone } from '../phone.ts';
import type { SourceName } from './sources.ts';
import { isEmptyValue, isRows, valueTexts, type FieldValue, type FieldValues } from './value.ts';

/** Whom, when and where a note is about; null if not selected yet. Dates are YYYY-MM-DD. */
export interface NoteFacts {
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

/** What the last signed note of a template was about. */
export interface EarlierNote {
  readonly procedureDate: string;
  readonly formData: FieldValues;
}

/** Values of sources by name. Those that are not known are left out. */
export type SourceValues = Partial<Record<SourceName, string | readonly string[]>>;

/** The sources of the patient, the provider, the location, and the date. The age is the age on the procedure date. */
export function factValues({ patient, provider, locationName, procedureDate }: NoteFacts): SourceValues {
  return known({
    ...(patient !== null && {
      'patient.name': fullName(patient.firstName, patient.lastName),
      'patient.firstName': patient.firstName,
      'patient.lastName': patient.lastName,
      'patient.dateOfBirth': patient.dateOfBirth,
      'patient.age': String(ageOn(patient.dateOfBirth, procedureDate) ?? ''),
      'patient.sex': patient.gender ?? '',
      'patient.medicalRecordNumber': patient.medicalRecordNumber,
      'patient.phone': formatPhone(patient.phone ?? ''),
      'patient.insurance': patient.insuranceProvider ?? '',
    }),
    'provider.name': provider?.name ?? '',
    'provider.title': provider?.title ?? '',
    'location.name': locationName ?? '',
    'note.procedureDate': isDateOnly(procedureDate) ? procedureDate : '',
  });
}

/** The fields of an earlier note that are read, by ID. The first one with a value counts. */
const EARLIER_FIELDS = {
  side: ['side'],
  levels: ['levels', 'level'],
  relief: ['relief', 'relief_percent', 'pain_relief'],
} as const;

/** The fields of a note that can have the relief. */
export const RELIEF_FIELDS: readonly string[] = EARLIER_FIELDS.relief;
/** The relief of a note, as it has it; null without. */
export const reliefOf = (note: EarlierNote): string | null => {
  const { 'earlier.relief': relief } = earlierValues(note);
  return typeof relief === 'string' ? relief : null;
};

/** The sources of the last signed note of the same template. */
export function earlierValues({ procedureDate, formData }: EarlierNote): SourceValues {
  const first = (ids: readonly string[]): FieldValue | undefined =>
    ids
      .map((id) => (Object.hasOwn(formData, id) ? formData[id] : undefined))
      .find((value) => !isEmptyValue(value) && !isRows(value));
  const text = (ids: readonly string[]) => valueTexts(first(ids)).join(', ');
  return known({
    'earlier.date': procedureDate,
    'earlier.side': text(EARLIER_FIELDS.side),
    'earlier.levels': valueTexts(first(EARLIER_FIELDS.levels)),
    'earlier.relief': text(EARLIER_FIELDS.relief),
  });
}

const known = (values: SourceValues): SourceValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmptyValue(value)));

/** The values of these sources. */
export const pickSources = (names: readonly SourceName[], values: SourceValues): FieldValues =>
  Object.fromEntries(
    names.flatMap((name) => {
      const { [name]: value } = values;
      return value === undefined || isEmptyValue(value) ? [] : [[name, value]];
    }),
  );
