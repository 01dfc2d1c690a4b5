import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { PatientsTable } from '#db/schema.ts';

/** A phone number in any of its forms, or an SSN's keyed hash. */
export type Likeness = { readonly phones: readonly string[] } | { readonly ssnIndex: Buffer };

const COLUMNS = [
  'id',
  'medical_record_number',
  'first_name',
  'last_name',
  'date_of_birth',
  'is_deceased',
  'date_of_death',
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
  return sql`ssn_index = ${likeness.ssnIndex}`;
}

/** A date of birth with words, of which a patient born on that day must have one in the search text if very many were born on it. */
export interface BirthDateWords {
  readonly dateOfBirth: string;
  readonly words: readonly string[];
}

/** A patient whose name is compared. */
export type BornRow = AlikeRow &
  Pick<Selectable<PatientsTable>, 'gender' | 'former_mrn'> & {
    /** Whether no more than the usual number of patients were born on that day. */
    readonly is_usual: boolean;
  };

/**
 * Lists the patients who were born on one of the days, active ones first; of days on which more than `most` patients were born, only
 * those with one of its words.
 */
export async function listBornOn(
  db: Db,
  people: readonly BirthDateWords[],
  most: number,
): Promise<BornRow[]> {
  const days = [...Map.groupBy(people, ({ dateOfBirth }) => dateOfBirth)].map(([day, born]) => ({
    day,
    // The keys of an object, which the database finds faster than the items of a list.
    words: Object.fromEntries(born.flatMap(({ words }) => words.map((word) => [word, 1]))),
  }));
  const { rows } = await sql<BornRow>`
    select ${sql.join(COLUMNS.map((column) => sql.ref(column)))}, gender, former_mrn, is_usual
    from json_to_recordset(${JSON.stringify(days)}) as born (day date, words jsonb)
    cross join lateral (
      select count(*) <= ${most}::int as is_usual
      from (select from patients where date_of_birth = day limit ${most}::int + 1) first) crowd
    join patients on date_of_birth = day and (is_usual or words ?| string_to_array(search_text, ' '))
    order by is_active desc, id`.execute(db);
  return rows;
}
