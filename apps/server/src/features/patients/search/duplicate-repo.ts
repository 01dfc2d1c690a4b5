import { duplicateMatch, type NewPatient } from '@portal/contract/patients';
import { namesOf } from '@portal/contract/record';
import { sql, type RawBuilder, type Selection } from 'kysely';
import type { Db } from '#db/database.ts';
import { columnsAs, selectOf } from '#db/record-table.ts';
import type { Database } from '#db/schema.ts';

/** A phone number in any of its forms, or an SSN's keyed hash. */
export type Likeness = { readonly phones: readonly string[] } | { readonly ssnIndex: Buffer };

const { reasons: _reasons, ...shown } = duplicateMatch.shape;
const NAMES = namesOf(shown);
const COLUMNS = columnsAs(NAMES);
export type AlikeRow = Selection<Database, 'patients', (typeof COLUMNS)[number]>;

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

/** A person to look for. */
export interface BornPerson {
  readonly dateOfBirth: string;
  /** A patient may have one of them in the search text. */
  readonly words: readonly string[];
  /** Or this former number, apart from zeros before it. */
  readonly number: string | null;
}

/** A patient to compare. */
export type BornRow = AlikeRow & Pick<NewPatient, 'gender' | 'formerMrn'>;

/** Lists all patients who were born on one of the days and have one of its words or numbers; active ones first. */
export async function listBorn(db: Db, people: readonly BornPerson[]): Promise<BornRow[]> {
  const days = [...Map.groupBy(people, ({ dateOfBirth }) => dateOfBirth)].map(([day, born]) => ({
    day,
    // The keys of an object, which the database finds faster than the items of a list.
    words: Object.fromEntries(born.flatMap(({ words }) => words.map((word) => [word, 1]))),
    numbers: Object.fromEntries(born.flatMap(({ number }) => (number === null ? [] : [[number, 1]]))),
  }));
  const { rows } = await sql<BornRow>`
    select ${selectOf([...NAMES, 'gender', 'formerMrn'], 'patients')}
    from json_to_recordset(${JSON.stringify(days)}) as born (day date, words jsonb, numbers jsonb)
    join patients on date_of_birth = day
      and (words ?| string_to_array(search_text, ' ') or numbers ? ltrim(former_mrn, '0'))
    order by is_active desc, id`.execute(db);
  return rows;
}
