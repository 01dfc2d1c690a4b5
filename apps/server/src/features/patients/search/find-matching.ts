import type { SearchResults } from '@portal/contract/search';
import { parsePatientSearch } from '@portal/domain/patient-search';
import type { Db } from '#db/database.ts';
import { findByLastName } from './list-repo.ts';
import { findListRows } from '../patient-repo.ts';
import { searchWithSimilar } from './search-with-similar.ts';
import { sortOrder } from './sort-order.ts';

/**
 * Returns the first active patients that a search finds, by name: those whose last name begins with a word of the search, then all
 * others, then similar names. The caller records the read.
 */
export async function findMatchingPatients(
  db: Db,
  search: string,
  limit: number,
): Promise<SearchResults['patients']> {
  const terms = parsePatientSearch(search);
  if (terms.length === 0) return [];
  const request = { order: sortOrder('name', 'asc'), includeInactive: false, page: 1, pageSize: limit };
  const named = await findByLastName(db, terms, limit);
  const { ids, similarIds } =
    named.length === limit
      ? { ids: [], similarIds: new Set<string>() }
      : await searchWithSimilar(db, request, terms);
  const shown = [...new Set([...named, ...ids])].slice(0, limit);
  return (await findListRows(db, shown)).map((row) => ({
    id: row.id,
    medicalRecordNumber: row.medicalRecordNumber,
    firstName: row.firstName,
    lastName: row.lastName,
    dateOfBirth: row.dateOfBirth,
    isDeceased: row.isDeceased,
    dateOfDeath: row.dateOfDeath,
    phone: row.phone,
    ...(similarIds.has(row.id) ? { similar: true as const } : {}),
  }));
}
