import { clampPage, EXACT_COUNT_LIMIT } from '@portal/domain/list';
import { searchAlternatives, type SearchTerm } from '@portal/domain/patient-search';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import {
  orderBy,
  readListPage,
  readMatches,
  sortMatches,
  type PageRequest,
  type RowPage,
  type SortColumn,
} from '#db/list-page.ts';
import { countRows } from '#db/row-counts.ts';
import { PREPARED, sharedWithoutParameters } from '#db/statement-marks.ts';
import { listedColumns, type PatientListRow } from '../patient-repo.ts';
import { canMatch, isWord, patientConditions, searchConditions } from './search-conditions-repo.ts';

/** A requested page of patients. */
export interface PatientPageRequest extends PageRequest {
  readonly order: readonly [SortColumn, ...SortColumn[]];
  readonly includeInactive: boolean;
}

/** Reads a page of all patients. The rows of the first one are read together with the total. */
export async function readPatients(db: Db, request: PatientPageRequest): Promise<RowPage<PatientListRow>> {
  const { order, includeInactive } = request;
  const count = countRows(db, 'patients', includeInactive ? {} : { is_active: true });
  const { offset, pageSize } = clampPage(request);
  if (offset > 0) return readListPage(db, { parts: [patientsOf(request)], order }, request, await count);
  const page = sql<PatientListRow>`select ${listedColumns('patients')}
    from ${patientsOf(request)} order by ${orderBy(order)} limit ${sql.lit(pageSize)}`;
  const [totalCount, { rows }] = await Promise.all([
    count,
    db.executeQuery(sharedWithoutParameters(page.compile(db))),
  ]);
  return { ids: rows.map(({ id }) => id), rows, totalCount, totalCountIsApproximate: false };
}

const LIST_ROW = { table: 'patients', columns: listedColumns };

/** Reads a page of the patients that match every word. Only the first 10,001 matches have pages; users refine the search instead. */
export async function searchPatients(
  db: Db,
  request: PatientPageRequest,
  terms: readonly SearchTerm[],
): Promise<RowPage<PatientListRow>> {
  if (!terms.every((term) => canMatch(term)))
    return { ids: [], totalCount: 0, totalCountIsApproximate: false };
  const { order } = request;
  const [{ column }] = order;
  const { offset, pageSize } = clampPage({ ...request, totalCount: EXACT_COUNT_LIMIT + 1 });
  const words = terms.filter((term) => isWord(term));
  const active = request.includeInactive ? sql`true` : sql`is_active`;
  const found = sql`patient_search where ${active} and ${searchConditions(words)}`;
  const alternatives = searchAlternatives(terms);
  if (words.length < terms.length || alternatives.length > 1) {
    // Few patients share a date of birth, or have as many digits in their numbers.
    const selected = sql`select id, ${sql.ref(column)} from`;
    const matches = alternatives.map((alternative) =>
      alternative.every((term) => isWord(term))
        ? sql`${selected} patients where id = any(array(select patient_id from ${found}))`
        : sql`${selected} ${patientsOf(request)} and ${patientConditions(alternative)}`,
    );
    const all = { order, matches: sql.join(matches, sql` union `), row: LIST_ROW };
    return sortMatches<PatientListRow>(db, all, { offset, pageSize });
  }
  // Planning a search takes as long as finding rare matches. Other searches have too many forms to keep them all.
  const mark = words.length === 1 ? PREPARED : sql``;
  const search = {
    order,
    mark,
    row: LIST_ROW,
    inOrder: sql`select * from ${patientsOf(request)} order by ${orderBy(order)}`,
    matching: patientConditions(words),
    matches:
      column === 'name_key'
        ? sql`select patient_id as id, name_key from ${found}`
        : sql`select id, ${sql.ref(column)} from patients where id = any(array(select patient_id from ${found}))`,
  };
  return readMatches(db, search, { offset, pageSize });
}

/** Patients with a last name that are tested for the other words of a search. */
const MOST_WITH_NAME = 2000;

/**
 * Finds the first active patients, by name, who match a search and whose last name begins with one of its words. Reads only a part
 * of an index, so it is much faster than a search of all names.
 */
export async function findByLastName(
  db: Db,
  terms: readonly SearchTerm[],
  limit: number,
): Promise<readonly string[]> {
  const words = terms.flatMap((term) =>
    term.kind === 'text' || (term.kind === 'short' && !/^\d+$/.test(term.text)) ? [term.text] : [],
  );
  if (words.length < terms.length || !terms.every((term) => canMatch(term))) return [];
  const ids = new Set<string>();
  for (const word of words) {
    const { rows } = await sql<{ id: string }>`
      select id from (
        select id, search_text from patients
        where is_active and name_key >= ${word} and name_key < ${`${word}${LAST_LETTER}`}
        order by name_key, id limit ${MOST_WITH_NAME}
      ) named where ${patientConditions(terms)} limit ${limit} ${words.length === 1 ? PREPARED : sql``}`.execute(
      db,
    );
    for (const { id } of rows) ids.add(id);
    if (ids.size >= limit) break;
  }
  return [...ids].slice(0, limit);
}

/** Sorts after every letter. */
const LAST_LETTER = '\u{10ffff}';

/** The patients that match every word of a search, in one condition; pages are found faster with `searchPatients`. */
export function matchingPatients(
  filter: Pick<PatientPageRequest, 'includeInactive'>,
  terms: readonly SearchTerm[],
) {
  if (!terms.every((term) => canMatch(term))) return sql`patients where false`;
  return terms.length === 0 ? patientsOf(filter) : sql`${patientsOf(filter)} and ${patientConditions(terms)}`;
}

const patientsOf = ({ includeInactive }: Pick<PatientPageRequest, 'includeInactive'>) =>
  includeInactive ? sql`patients where true` : sql`patients where is_active`;
