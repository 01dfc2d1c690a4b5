import type { AnswerOf, QueryOf } from '@portal/contract/endpoint';
import type { patientList } from '@portal/contract/patients';
import { parsePatientSearch } from '@portal/domain/patient-search';
import { recordRead } from '#request/record-read.ts';
import type { SignedInContext } from '#request/context.ts';
import { readPatients } from './list-repo.ts';
import { findListRows } from './patient-repo.ts';
import { searchWithSimilar } from './search-with-similar.ts';
import { presentRow } from './patient-view.ts';
import { sortOrder } from './sort-order.ts';

/**
 * Returns a page of patients, sorted by name by default. Audits which patients were shown, but never the search text,
 * because it is health data itself.
 */
export async function getPatients(
  context: SignedInContext,
  query: QueryOf<typeof patientList>,
): Promise<AnswerOf<typeof patientList>> {
  const { db } = context.deps;
  const request = {
    order: sortOrder(query.orderBy ?? 'name', query.sortDirection ?? 'asc'),
    includeInactive: query.includeInactive,
    page: query.page,
    pageSize: query.pageSize,
  };
  const matchers = parsePatientSearch(query.search);
  const { ids, similarIds, ...totals } =
    matchers.length === 0
      ? { ...(await readPatients(db, request)), similarIds: new Set<string>() }
      : await searchWithSimilar(db, request, matchers);
  const rows = await findListRows(db, ids);
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Patient',
    entityId: null,
    newValues: { patientIds: ids },
  });
  const data = rows.map((row) => ({
    ...presentRow(row),
    ...(similarIds.has(row.id) ? { similar: true as const } : {}),
  }));
  return { data, ...totals };
}
