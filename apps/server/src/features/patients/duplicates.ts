import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import type { patientDuplicates } from '@portal/contract/patients';
import { sql } from 'kysely';
import { recordRead } from '#request/record-read.ts';
import type { Db } from '#db/database.ts';
import { holds, type SignedInContext } from '#request/context.ts';
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
  const conditions = [
    {
      reason: 'name and birth date',
      where: sql`date_of_birth = ${body.dateOfBirth}::date and name_key = ${patientNameKey(body.lastName, body.firstName)}`,
    },
    { reason: 'phone', where: number === undefined ? null : sql`phone in (${number}, ${`1${number}`})` },
    {
      reason: 'social security number',
      where:
        body.socialSecurityNumber === null || !holds(context, 'Patient.ViewSsn')
          ? null
          : sql`ssn_index = ${ssnIndex(keys, body.socialSecurityNumber)}`,
    },
  ] as const;
  const matches = new Map<string, Match>();
  for (const { reason, where } of conditions) {
    if (where === null) continue;
    for (const match of await findMatches(db, where, body.excludeId)) {
      const existing = matches.get(match.id);
      if (existing === undefined) matches.set(match.id, { ...match, reasons: [reason] });
      else existing.reasons.push(reason);
    }
  }
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Patient',
    entityId: null,
    newValues: { patientIds: [...matches.keys()] },
  });
  return { matches: [...matches.values()] };
}

async function findMatches(
  db: Db,
  where: ReturnType<typeof sql>,
  excludeId: string | undefined,
): Promise<Omit<Match, 'reasons'>[]> {
  const rows = await db
    .selectFrom('patients')
    .select(['id', 'medical_record_number', 'first_name', 'last_name', 'date_of_birth', 'phone', 'is_active'])
    .where(where.$castTo<boolean>())
    .$if(excludeId !== undefined, (query) => query.where('id', '!=', excludeId ?? ''))
    .orderBy('is_active', 'desc')
    .orderBy('id')
    .limit(MAX_PER_REASON)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    medicalRecordNumber: row.medical_record_number,
    firstName: row.first_name,
    lastName: row.last_name,
    dateOfBirth: row.date_of_birth,
    phone: row.phone,
    isActive: row.is_active,
  }));
}
