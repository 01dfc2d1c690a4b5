import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import type { DuplicateMatch, patientDuplicates } from '@portal/contract/patients';
import type { Db } from '#db/database.ts';
import { recordRead } from '#request/record-read.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { listAlike, type AlikeRow, type Likeness } from './duplicate-repo.ts';
import { patientNameKey, readSsn, ssnIndex } from './patient-record.ts';
import { findPatient } from './patient-repo.ts';

type Answer = AnswerOf<typeof patientDuplicates>;
type Match = DuplicateMatch;
type NamedLikeness = readonly [reason: Match['reasons'][number], likeness: Likeness];

/** Maximum number of matches per reason. */
const MAX_PER_REASON = 10;

/**
 * Finds likely duplicates of the patient about to be saved, including inactive ones: same name and date of birth, same phone
 * number (with or without country code), or same SSN. The SSN is compared only for holders of Patient.ViewSsn, because others
 * could guess SSNs by trying. Callers without Patient.View get only a count by name and date of birth: with an invented name, a count by phone
 * would tell whose number is a patient's. Audits which patients were found.
 */
export async function findDuplicates(
  context: SignedInContext,
  body: BodyOf<typeof patientDuplicates>,
): Promise<Answer> {
  const { db, keys } = context.deps;
  const number = body.phone?.replace(/^1(?=\d{10})/, '');
  const ssn = hasPermission(context, 'Patient.ViewSsn') ? body.socialSecurityNumber : null;
  const likenesses: NamedLikeness[] = [
    [
      'name and birth date',
      { nameKey: patientNameKey(body.lastName, body.firstName), dateOfBirth: body.dateOfBirth },
    ],
  ];
  const isUnseen = !hasPermission(context, 'Patient.View');
  if (number !== undefined && !isUnseen) likenesses.push(['phone', { phones: [number, `1${number}`] }]);
  if (ssn !== null) likenesses.push(['social security number', { ssnIndex: ssnIndex(keys, ssn) }]);
  const matches = await listMatches(db, likenesses, body.excludeId);
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Patient',
    entityId: null,
    newValues: { patientIds: matches.map(({ id }) => id) },
  });
  return isUnseen ? { matches: [], unseenCount: matches.length } : { matches };
}

/**
 * Lists other patients with the same name and date of birth or, for holders of Patient.ViewSsn, the same SSN. Members of a family
 * share phone numbers, so these do not count here. The caller records the read.
 */
export async function listDuplicatesOf(context: SignedInContext, patientId: string): Promise<Match[]> {
  const { db, keys } = context.deps;
  const row = await findPatient(db, patientId);
  if (row === undefined) return [];
  const { first_name, last_name, date_of_birth: dateOfBirth, ssn } = row;
  const likenesses: NamedLikeness[] = [
    ['name and birth date', { nameKey: patientNameKey(last_name, first_name), dateOfBirth }],
  ];
  if (ssn !== null && hasPermission(context, 'Patient.ViewSsn'))
    likenesses.push(['social security number', { ssnIndex: ssnIndex(keys, readSsn(keys, patientId, ssn)) }]);
  return listMatches(db, likenesses, patientId);
}

/** Lists the matches of all likenesses, each patient once with all reasons. */
async function listMatches(
  db: Db,
  likenesses: readonly NamedLikeness[],
  excludeId: string | undefined,
): Promise<Match[]> {
  const matches = new Map<string, Match>();
  for (const [reason, likeness] of likenesses)
    for (const row of await listAlike(db, likeness, { excludeId, limit: MAX_PER_REASON })) {
      const existing = matches.get(row.id);
      if (existing === undefined) matches.set(row.id, presentMatch(row, reason));
      else existing.reasons.push(reason);
    }
  return [...matches.values()];
}

const presentMatch = (row: AlikeRow, reason: Match['reasons'][number]): Match => ({
  id: row.id,
  medicalRecordNumber: row.medical_record_number,
  firstName: row.first_name,
  lastName: row.last_name,
  dateOfBirth: row.date_of_birth,
  phone: row.phone,
  isActive: row.is_active,
  reasons: [reason],
});
