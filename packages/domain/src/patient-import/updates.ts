import { PLAIN_FIELDS } from './columns.ts';
import { COVERAGE_FIELDS } from './coverage.ts';

/** Fields of a patient that a later export of the former system can update. */
export const UPDATE_FIELDS = [
  'firstName',
  'lastName',
  'gender',
  'socialSecurityNumber',
  'address',
  'city',
  'state',
  'zipCode',
  'phone',
  'email',
  ...PLAIN_FIELDS,
  ...COVERAGE_FIELDS,
] as const;
export type UpdateField = (typeof UPDATE_FIELDS)[number];
export type UpdateValues = { readonly [F in UpdateField]?: string | null | undefined };

/** `blank`: the patient has no value. `different`: the patient has another one. `edited`: somebody has changed it in the portal. */
export const CHANGE_KINDS = ['blank', 'different', 'edited'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** How a field of a patient differs from a row. */
export interface FoundChange {
  readonly field: UpdateField;
  readonly kind: ChangeKind;
  readonly now: string | null;
  readonly next: string;
}

/** The fields to update: each with its kind of changes and those before it. */
export type UpdateChoice = Readonly<Partial<Record<UpdateField, ChangeKind>>>;

/** Only blank values, of all fields. */
export const FILL_BLANKS: UpdateChoice = Object.fromEntries(
  UPDATE_FIELDS.map((field) => [field, 'blank' as const]),
);

/** Values that belong together: one of another address or policy must not complete them. */
const GROUPS: readonly (readonly UpdateField[])[] = [
  ['address', 'city', 'state', 'zipCode'],
  [
    'insuranceProvider',
    'insurancePolicyNumber',
    'groupNumber',
    'subscriberName',
    'subscriberDateOfBirth',
    'subscriberRelation',
  ],
  ['secondaryInsuranceProvider', 'secondaryInsurancePolicyNumber'],
];

/**
 * How the values of a row differ from those of the patient. Blank values of the row change nothing.
 * @param edited fields that somebody has changed in the portal
 */
export function findChanges(
  now: UpdateValues,
  next: UpdateValues,
  edited: ReadonlySet<string>,
): FoundChange[] {
  const before = (field: UpdateField) => now[field] ?? null;
  const after = (field: UpdateField) => next[field] ?? null;
  const differs = (field: UpdateField) =>
    after(field) !== null && comparable(field, before(field)) !== comparable(field, after(field));
  const isReplaced = (field: UpdateField) => before(field) !== null && differs(field);
  const kindOf = (field: UpdateField): ChangeKind => {
    if (edited.has(field)) return 'edited';
    if (before(field) !== null) return 'different';
    const others = GROUPS.find((group) => group.includes(field)) ?? [];
    if (others.some((other) => isReplaced(other) && edited.has(other))) return 'edited';
    return others.some((other) => isReplaced(other)) ? 'different' : 'blank';
  };
  return UPDATE_FIELDS.flatMap((field) => {
    const value = after(field);
    return value === null || !differs(field)
      ? []
      : [{ field, kind: kindOf(field), now: before(field), next: value }];
  });
}

/** The changes that a person has chosen. */
export const chosenChanges = (changes: readonly FoundChange[], choice: UpdateChoice): FoundChange[] =>
  changes.filter(({ field, kind }) => kindsOf(choice[field]).includes(kind));

/** The kinds of changes that a choice includes. */
export const kindsOf = (chosen: ChangeKind | undefined): readonly ChangeKind[] =>
  chosen === undefined ? [] : CHANGE_KINDS.slice(0, CHANGE_KINDS.indexOf(chosen) + 1);

/** Phones are the same with and without the country code. */
const comparable = (field: UpdateField, value: string | null): string | null =>
  field === 'phone' ? (value?.replace(/^1(?=\d{10}$)/, '') ?? null) : value;
