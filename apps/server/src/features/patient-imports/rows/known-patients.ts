import type { NewPatient } from '@portal/contract/patients';
import { nameLikeness } from '@portal/domain/similar-names';
import { normalizeSearchText } from '@portal/domain/patient-search';
import { findChanges, type FoundChange } from '@portal/domain/patient-import/updates';
import type { Db } from '#db/database.ts';
import { listByFormerMrn, readSsn, type PatientRecordRow } from '#features/patients/index.ts';
import type { Keys } from '#security/keys.ts';
import { listEditedFields } from './update-repo.ts';

/** The patient of the practice that a row is, with what differs. */
export interface KnownPatient {
  readonly row: PatientRecordRow;
  readonly changes: readonly FoundChange[];
}

/** Who has the former number of a row: the same person, or somebody else, which the reason says. */
export type NumberOwner =
  | ({ readonly isSame: true } & KnownPatient)
  | { readonly isSame: false; readonly reason: string; readonly ids: readonly string[] };

export interface KnownOptions {
  readonly db: Db;
  readonly keys: Keys;
  readonly comparesSsn: boolean;
  /** Whether the differences are needed. */
  readonly findsChanges: boolean;
}

/** Finds for each row the owner of its former number; undefined if nobody has it, or the row has none. */
export async function findOwners(
  people: readonly NewPatient[],
  options: KnownOptions,
): Promise<readonly (NumberOwner | undefined)[]> {
  const { db, findsChanges } = options;
  const numbers = people.flatMap(({ formerMrn }) => formerMrn ?? []);
  const byNumber = Map.groupBy(await listByFormerMrn(db, numbers), (row) => row.formerMrn);
  const edited = findsChanges
    ? await listEditedFields(
        db,
        [...byNumber.values()].flat().flatMap(({ id, version }) => (version === 1 ? [] : [id])),
      )
    : new Map<string, ReadonlySet<string>>();
  return people.map((person) => {
    if (person.formerMrn === null) return undefined;
    const [row, ...others] = byNumber.get(person.formerMrn) ?? [];
    if (row === undefined) return undefined;
    const reason = others.length > 0 ? severalReason([row, ...others]) : otherPersonReason(person, row);
    if (reason !== null) return { isSame: false, reason, ids: [row, ...others].map(({ id }) => id) };
    const changes = findsChanges ? changesOf(person, row, edited.get(row.id) ?? NONE, options) : [];
    return { isSame: true, row, changes };
  });
}

const NONE: ReadonlySet<string> = new Set();

const severalReason = (rows: readonly PatientRecordRow[]): string =>
  `Former MRN is that of several patients: ${rows.map((row) => row.medicalRecordNumber).join(', ')}`;

/** Why the patient with the same number is not the person, or null. Last names change; first names and birth dates do not. */
function otherPersonReason(person: NewPatient, row: PatientRecordRow): string | null {
  const owner = `Former MRN is patient ${row.medicalRecordNumber}’s, who has`;
  if (row.dateOfBirth !== person.dateOfBirth) return `${owner} another date of birth`;
  return firstWord(row.firstName) === firstWord(person.firstName) || nameLikeness(row, person) !== null
    ? null
    : `${owner} another first name`;
}

const firstWord = (name: string): string | undefined => normalizeSearchText(name).split(' ')[0];

/** Social security numbers are compared, but not part of the result. */
function changesOf(
  { socialSecurityNumber, formerCoverage, ...person }: NewPatient,
  row: PatientRecordRow,
  edited: ReadonlySet<string>,
  { keys, comparesSsn }: KnownOptions,
): FoundChange[] {
  const now = row.ssn === null || !comparesSsn ? null : readSsn(keys, row.id, row.ssn);
  const next = comparesSsn ? socialSecurityNumber : null;
  const changes = findChanges(
    { ...row, ...row.formerCoverage, socialSecurityNumber: now },
    { ...person, ...formerCoverage, socialSecurityNumber: next },
    edited,
  );
  return changes.map((change) =>
    change.field === 'socialSecurityNumber'
      ? { ...change, now: now === null ? null : 'set', next: now === null ? 'set' : 'changed' }
      : change,
  );
}
