import type { FieldValues } from './value.ts';

/** What kind of value a source has. A flag is "true" or nothing, a date YYYY-MM-DD. */
export type SourceKind = 'text' | 'number' | 'date' | 'list' | 'flag';

interface Source {
  readonly label: string;
  readonly kind: SourceKind;
}

/** What conditions, texts, and formulas can read besides fields. A note stores the values that it was made with. */
export const SOURCES = {
  'patient.name': { label: 'Patient: name', kind: 'text' },
  'patient.firstName': { label: 'Patient: first name', kind: 'text' },
  'patient.lastName': { label: 'Patient: last name', kind: 'text' },
  'patient.dateOfBirth': { label: 'Patient: date of birth', kind: 'date' },
  'patient.age': { label: 'Patient: age on the procedure date', kind: 'number' },
  'patient.sex': { label: 'Patient: sex', kind: 'text' },
  'patient.medicalRecordNumber': { label: 'Patient: MRN', kind: 'text' },
  'patient.phone': { label: 'Patient: phone number', kind: 'text' },
  'patient.insurance': { label: 'Patient: insurance', kind: 'text' },
  'patient.alerts': { label: 'Patient: active alerts', kind: 'list' },
  'provider.name': { label: 'Provider: name', kind: 'text' },
  'provider.title': { label: 'Provider: title', kind: 'text' },
  'location.name': { label: 'Location: name', kind: 'text' },
  'location.isSurgeryCenter': { label: 'Location: is a surgery center', kind: 'flag' },
  'note.procedureDate': { label: 'Procedure date', kind: 'date' },
  'earlier.date': { label: 'Last signed note of this template: date', kind: 'date' },
  'earlier.side': { label: 'Last signed note of this template: side', kind: 'text' },
  'earlier.levels': { label: 'Last signed note of this template: levels', kind: 'list' },
  'earlier.relief': { label: 'Last signed note of this template: relief', kind: 'text' },
  'pills.date': { label: 'Last pill count: date', kind: 'date' },
  'pills.status': { label: 'Last pill count: status', kind: 'text' },
  'order.side': { label: 'Order: side', kind: 'text' },
  'order.levels': { label: 'Order: levels', kind: 'list' },
  'order.codes': { label: 'Order: codes', kind: 'list' },
  'order.place': { label: 'Order: place', kind: 'text' },
} as const satisfies Readonly<Record<string, Source>>;
export type SourceName = keyof typeof SOURCES;

/** Whether an operand is a source, such as "patient.age". */
export const isSourceName = (id: string): id is SourceName => Object.hasOwn(SOURCES, id);

/** The values of sources among values. */
export const sourcesIn = (values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([id]) => isSourceName(id)));

/** Values of fields without those of sources. */
export const withoutSources = (values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([id]) => !isSourceName(id)));

/** The first parts of the names of sources, and of the tags inside `{{#each}}`; a `rows` field cannot have them as its ID. */
export const RESERVED_IDS: ReadonlySet<string> = new Set([
  'row',
  ...Object.keys(SOURCES).map((name) => name.split('.')[0] ?? name),
]);
