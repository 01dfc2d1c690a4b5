import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { PatientsTable } from '#db/schema.ts';

/** What patients are compared by: name and date of birth, a phone number in any of its forms, or an SSN's keyed hash. */
export type Likeness =
  | { readonly nameKey: string; readonly dateOfBirth: string }
  | { readonly phones: readonly string[] }
  | { readonly ssnIndex: Buffer };

const COLUMNS = [
  'id',
  'medical_record_number',
  'first_name',
  'last_name',
  'date_of_birth',
  'phone',
  'is_active',
] as const;
export type AlikeRow = Pick<Selectable<PatientsTable>, (typeof COLUMNS)[number]>;

/** Lists the first patients that are alike, except `excludeId`; active ones first. */
export function listAlike(
  db: Db,
  likeness: Likeness,
  { excludeId, limit }: { readonly excludeId: string | undefined; readonly limit: number },
): Promise<AlikeRow[]> {
  return db
    .selectFrom('patients')
    .select(COLUMNS)
    .where(condition(likeness))
    .$if(excludeId !== undefined, (query) => query.where('id', '!=', excludeId ?? ''))
    .orderBy('is_active', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

function condition(likeness: Likeness): RawBuilder<boolean> {
  if ('phones' in likeness) return sql`phone in (${sql.join(likeness.phones)})`;
  if ('ssnIndex' in likeness) return sql`ssn_index = ${likeness.ssnIndex}`;
  return sql`date_of_birth = ${likeness.dateOfBirth}::date and name_key = ${likeness.nameKey}`;
}
