import { clampPage } from '@portal/domain/list';
import type { SearchTerm } from '@portal/domain/patient-search';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import {
  FIRST_ROWS,
  firstMatches,
  orderBy,
  sortMatches,
  type IdPage,
  type PageRequest,
} from '#db/list-page.ts';
import { mayContainNames, patientConditions } from '#features/patients/index.ts';
import { conditions, type DictationFilter } from './list-filter-repo.ts';
import { inOrder, orderOf, withPlaces, type DictationOrder } from './list-order-repo.ts';
import { matchingPatients } from './patient-filter-repo.ts';

interface DictationSearch {
  readonly filter: DictationFilter;
  readonly patientTerms: readonly SearchTerm[];
  readonly request: DictationOrder & PageRequest;
}

/**
 * Reads a page of the dictations whose patients match a search that more than a thousand patients match. Unless all were collected,
 * the total is a lower bound.
 */
export async function searchDictations(db: Db, search: DictationSearch): Promise<IdPage> {
  const { filter, patientTerms, request } = search;
  const { offset, pageSize } = clampPage(request);
  const order = orderOf(request);
  const columns = sql.join(order.map(({ column }) => sql.ref(column)));
  const dictations = {
    order,
    inOrder: inOrder(filter, request, FIRST_ROWS),
    matching: hasPatient(patientTerms),
    matches: sql`
      select ${columns} from ${withPlaces(request)}
      where ${conditions(filter)} and patient_id in (select id from (${matchingPatients(patientTerms)}) p)`,
  };
  const first = await firstMatches(db, dictations, { offset, pageSize });
  if (first === undefined && request.orderBy !== 'patientName')
    return sortMatches(db, dictations, { offset, pageSize });
  const ids = first ?? (await readByPatientName(db, search, offset + pageSize + 1)).slice(offset);
  const hasMore = first !== undefined || ids.length > pageSize;
  return {
    ids: ids.slice(0, pageSize),
    totalCount: offset + ids.length + (first === undefined ? 0 : 1),
    totalCountIsApproximate: hasMore,
  };
}

/** Whether a dictation's patient matches. */
const hasPatient = (terms: readonly SearchTerm[]) =>
  // OFFSET 0 keeps this a lookup per row.
  sql`exists (select from patients where patients.id = patient_id
    and ${mayContainNames(sql`patient_key`, terms)} and ${patientConditions(terms)} offset 0)`;

/** Sorts the names of matching patients and reads their dictations in this order until there are enough. */
async function readByPatientName(
  db: Db,
  { filter, patientTerms, request }: DictationSearch,
  reach: number,
): Promise<string[]> {
  const [first, ...others] = orderOf(request);
  const { rows } = await sql<{ id: string }>`
    with names as materialized (
      select distinct name_key as patient_key from (${matchingPatients(patientTerms)}) p
    )
    select d.id from (select patient_key as name from names order by ${orderBy([first])}) n cross join lateral (
      select * from dictations where patient_key = n.name and ${conditions(filter)} order by ${orderBy(others)} offset 0
    ) d where ${hasPatient(patientTerms)} limit ${reach}`.execute(db);
  return rows.map(({ id }) => id);
}
