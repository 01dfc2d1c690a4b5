import type { AnswerOf, QueryOf } from '@portal/contract/endpoint';
import type { patientList } from '@portal/contract/patients';
import { todayIn } from '@portal/domain/date';
import { parsePatientSearch } from '@portal/domain/patient-search';
import type { Db } from '#db/database.ts';
import type { RowPage } from '#db/list-page.ts';
import { recordRead } from '#request/record-read.ts';
import type { SignedInContext } from '#request/context.ts';
import { readPatients, type PatientPageRequest } from './list-repo.ts';
import { findListRows, type PatientListRow } from '../patient-repo.ts';
import { searchWithSimilar } from './search-with-similar.ts';
import { presentRow } from '../patient-view.ts';
import { sortOrder } from './sort-order.ts';

type ListQuery = QueryOf<typeof patientList>;

/** Reads the first page of a query without a search. Anything else may take longer, so it waits until the caller is known: undefined. */
export async function readFirstPage(db: Db, query: ListQuery): Promise<RowPage<PatientListRow> | undefined> {
  const isFirst = query.page <= 1 && query.search.trim() === '';
  return isFirst ? readPatients(db, requestOf(query)) : undefined;
}

/**
 * Returns a page of patients, sorted by name by default. Audits which patients were shown, but never the search text,
 * because it is health data itself. `firstPage`: see `readFirstPage`.
 */
export async function getPatients(
  context: SignedInContext,
  query: ListQuery,
  firstPage: RowPage<PatientListRow> | undefined,
): Promise<AnswerOf<typeof patientList>> {
  const { db } = context.deps;
  const terms = parsePatientSearch(query.search);
  const page =
    terms.length === 0
      ? (firstPage ?? (await readPatients(db, requestOf(query))))
      : await searchWithSimilar(db, requestOf(query), terms);
  const { ids, similarIds, totalCount, totalCountIsApproximate } = { similarIds: NONE, ...page };
  const rows = page.rows ?? (await findListRows(db, ids));
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Patient',
    entityId: null,
    newValues: { patientIds: ids },
  });
  const today = todayIn(context.deps.config.practice.timeZone, context.now);
  const data = rows.map((row) => ({
    ...presentRow(row, today),
    ...(similarIds.has(row.id) ? { similar: true as const } : {}),
  }));
  return { data, totalCount, totalCountIsApproximate };
}

const NONE: ReadonlySet<string> = new Set();

const requestOf = (query: ListQuery): PatientPageRequest => ({
  order: sortOrder(query.orderBy ?? 'name', query.sortDirection ?? 'asc'),
  includeInactive: query.includeInactive,
  page: query.page,
  pageSize: query.pageSize,
});
