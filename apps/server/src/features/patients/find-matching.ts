import type { PatientRow } from '@portal/contract/patients';
import { parsePatientSearch } from '@portal/domain/patient-search';
import type { Db } from '#db/database.ts';
import { searchPatients } from './list-repo.ts';
import { findListRows } from './patient-repo.ts';
import { presentRow } from './patient-view.ts';
import { sortOrder } from './sort-order.ts';

/** Returns the first active patients, by name, that a search finds. The caller records the read. */
export async function findMatchingPatients(db: Db, search: string, limit: number): Promise<PatientRow[]> {
  const matchers = parsePatientSearch(search);
  if (matchers.length === 0) return [];
  const request = { order: sortOrder('name', 'asc'), includeInactive: false, page: 1, pageSize: limit };
  const { ids } = await searchPatients(db, request, matchers);
  return (await findListRows(db, ids)).map((row) => presentRow(row));
}
