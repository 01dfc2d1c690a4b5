import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import type { patientDuplicates } from '@portal/contract/patients';
import { recordRead } from '#request/record-read.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { listAlike, type AlikeRow, type Likeness } from './duplicate-repo.ts';
import { patientNameKey, ssnIndex } from './patient-record.ts';

type Answer = AnswerOf<typeof patientDuplicates>;
type Match = Answer['matches'][number];

/** Maximum number of matches per reason. */
const MAX_PER_REASON = 10;

/**
 * Finds likely duplicates of the patient about to be saved, including inactive ones: same name and date of birth, same phone
 * number (with or without country code), or same SSN. The SSN is compared only for holders of Patient.ViewSsn, because others
 * could guess SSNs by trying. Audits which patients were shown.
 */
export async function findDuplicates(
  context: SignedInContext,
  body: BodyOf<typeof patientDuplicates>,
): Promise<Answer> {
  const { db, keys } = context.deps;
  const number = body.phone?.replace(/^1(?=\d{10})/, '');
  const ssn = hasPermission(context, 'Patient.ViewSsn') ? body.socialSecurityNumber : null;
  const likenesses: [Match['reasons'][number], Likeness][] = [
    [
      'name and birth date',
      { nameKey: patientNameKey(body.lastName, body.firstName), dateOfBirth: body.dateOfBirth },
    ],
  ];
  if (number !== undefined) likenesses.push(['phone', { phones: [number, `1${number}`] }]);
  if (ssn !== null) likenesses.push(['social security number', { ssnIndex: ssnIndex(keys, ssn) }]);
  const matches = new Map<string, Match>();
  for (const [reason, likeness] of likenesses)
    for (const row of await listAlike(db, likeness, { excludeId: body.excludeId, limit: MAX_PER_REASON })) {
      const existing = matches.get(row.id);
      if (existing === undefined) matches.set(row.id, presentMatch(row, reason));
      else existing.reasons.push(reason);
    }
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Patient',
    entityId: null,
    newValues: { patientIds: [...matches.keys()] },
  });
  return { matches: [...matches.values()] };
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
