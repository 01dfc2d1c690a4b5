import type { CodeFileKind } from '@portal/domain/code-files/kinds';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** The newest loaded edition of a kind that has an end. Days are YYYY-MM-DD. */
export interface EndingEdition {
  readonly kind: CodeFileKind;
  readonly title: string;
  readonly validFrom: string;
  readonly validTo: string;
  /** One of its files. */
  readonly fileId: string;
}

/** Finds the newest loaded editions that end on a day or before. */
export async function listEndings(db: Db, day: string): Promise<EndingEdition[]> {
  const { rows } = await sql<EndingEdition>`
    select kind, title, edition_from as "validFrom", edition_to as "validTo", id as "fileId" from (
      select distinct on (kind) kind, title, edition_from, edition_to, id from code_files where state = 'Loaded'
      order by kind, edition_from desc, edition_to desc nulls last, file_no
    ) newest
    where edition_to <= ${day}::date order by edition_to, kind`.execute(db);
  return rows;
}

/** Stores that administrators are notified of the end of these editions. Returns those of which they were not yet. */
export async function markNotified(
  db: Db,
  endings: readonly EndingEdition[],
  now: Date,
): Promise<EndingEdition[]> {
  if (endings.length === 0) return [];
  const rows = await db
    .insertInto('code_edition_notices')
    .values(endings.map(({ kind, validFrom }) => ({ kind, edition_from: validFrom, notified_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .execute();
  const added = new Set<string>(rows.map(({ kind }) => kind));
  return endings.filter(({ kind }) => added.has(kind));
}
