import { type DuplicateMatch, patientDuplicates } from '@portal/contract/patients';
import type { NameLikeness } from '@portal/domain/similar-names';
import type { Db } from '#db/database.ts';
import { recordRead } from '#request/record-read.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { listAlike, type AlikeRow, type Likeness } from './duplicate-repo.ts';
import { readSsn, ssnIndex } from '../patient-record.ts';
import { findPatient } from '../patient-repo.ts';
import { findSimilarlyNamed, type Person } from './similar-patients.ts';

type Match = DuplicateMatch;
type NamedLikeness = readonly [reason: Match['reasons'][number], likeness: Likeness];

/** Maximum number of matches per reason. */
const MAX_PER_REASON = 10;

/**
 * Finds likely duplicates of the patient about to be saved, including inactive ones: same date of birth with the same, a
 * similar or a misspelled name, same phone number (with or without country code), or same SSN. The SSN is compared only for holders of Patient.ViewSsn, because others
 * could guess SSNs by trying. Callers without Patient.View get only a count by name and date of birth: with an invented name, a count by phone
 * would tell whose number is a patient's. Audits which patients were found.
 */
export const findDuplicates = operation(patientDuplicates, async (context, { body }) => {
  const { db, keys } = context.deps;
  const number = body.phone?.replace(/^1(?=\d{10})/, '');
  const ssn = hasPermission(context, 'Patient.ViewSsn') ? body.socialSecurityNumber : null;
  const likenesses: NamedLikeness[] = [];
  const isUnseen = !hasPermission(context, 'Patient.View');
  if (number !== undefined && !isUnseen) likenesses.push(['phone', { phones: [number, `1${number}`] }]);
  if (ssn !== null) likenesses.push(['social security number', { ssnIndex: ssnIndex(keys, ssn) }]);
  const matches = await listMatches(db, body, likenesses, body.excludeId);
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Patient',
    entityId: null,
    newValues: { patientIds: matches.map(({ id }) => id) },
  });
  return isUnseen ? { matches: [], unseenCount: matches.length } : { matches };
});

/**
 * Lists other patients with the same date of birth and a name that is alike or, for holders of Patient.ViewSsn, the same SSN. Members of a family
 * share phone numbers, so these do not count here. The caller records the read.
 */
export async function listDuplicatesOf(context: SignedInContext, patientId: string): Promise<Match[]> {
  const { db, keys } = context.deps;
  const row = await findPatient(db, patientId);
  if (row === undefined) return [];
  const { firstName, lastName, dateOfBirth, gender, ssn } = row;
  const likenesses: NamedLikeness[] = [];
  if (ssn !== null && hasPermission(context, 'Patient.ViewSsn'))
    likenesses.push(['social security number', { ssnIndex: ssnIndex(keys, readSsn(keys, patientId, ssn)) }]);
  return listMatches(db, { firstName, lastName, dateOfBirth, gender }, likenesses, patientId);
}

/** Lists the matches by name and of all likenesses, each patient once with all reasons. */
async function listMatches(
  db: Db,
  person: Person,
  likenesses: readonly NamedLikeness[],
  excludeId: string | undefined,
): Promise<Match[]> {
  const matches = new Map<string, Match>();
  const add = (row: AlikeRow, reason: Match['reasons'][number]) => {
    const existing = matches.get(row.id);
    if (existing === undefined) matches.set(row.id, { ...row, reasons: [reason] });
    else existing.reasons.push(reason);
  };
  const [named = []] = await findSimilarlyNamed(db, [person]);
  const others = named.filter(({ row }) => row.id !== excludeId).slice(0, MAX_PER_REASON);
  // The form has no former number.
  for (const { row, likeness } of others) if (likeness !== 'former number') add(row, NAME_REASONS[likeness]);
  for (const [reason, likeness] of likenesses)
    for (const row of await listAlike(db, likeness, { excludeId, limit: MAX_PER_REASON })) add(row, reason);
  return [...matches.values()];
}

const NAME_REASONS = {
  same: 'name and birth date',
  similar: 'similar name',
  'one letter off': 'one letter off',
} as const satisfies Record<NameLikeness, Match['reasons'][number]>;
