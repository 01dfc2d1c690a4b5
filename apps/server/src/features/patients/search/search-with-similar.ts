import type { SearchTerm } from '@portal/domain/patient-search';
import type { Db } from '#db/database.ts';
import type { RowPage } from '#db/list-page.ts';
import { searchPatients, type PatientPageRequest } from './list-repo.ts';
import type { PatientListRow } from '../patient-repo.ts';
import { findSimilarPatients } from './similar-names-repo.ts';

/** A page of a search, in which patients with similar names come last. */
interface PageWithSimilar extends RowPage<PatientListRow> {
  readonly similarIds: ReadonlySet<string>;
}

/**
 * Searches patients. If all matches fit on the first page, patients with similar names fill it; the total includes them.
 */
export async function searchWithSimilar(
  db: Db,
  request: PatientPageRequest,
  terms: readonly SearchTerm[],
): Promise<PageWithSimilar> {
  const page = await searchPatients(db, request, terms);
  const { ids, rows, totalCount } = page;
  const room = request.pageSize - totalCount;
  if (room <= 0) return { ...page, similarIds: new Set() };
  const { order, includeInactive } = request;
  const similar = await findSimilarPatients(db, { terms, order, includeInactive, found: ids, room });
  const similarIds = similar.map(({ id }) => id);
  return {
    ...page,
    ids: [...ids, ...similarIds],
    ...(rows !== undefined && { rows: [...rows, ...similar] }),
    totalCount: totalCount + similar.length,
    similarIds: new Set(similarIds),
  };
}
