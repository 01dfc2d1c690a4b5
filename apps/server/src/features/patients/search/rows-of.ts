import type { PatientRow } from '@portal/contract/patients';
import type { Db } from '#db/database.ts';
import { findListRows } from '../patient-repo.ts';
import { presentRow } from '../patient-view.ts';

/** Returns the list rows of these patients, in this order, with the alerts that count today (YYYY-MM-DD). Missing ones are left out. The caller records the read. */
export async function patientRowsOf(db: Db, ids: readonly string[], today: string): Promise<PatientRow[]> {
  return (await findListRows(db, ids)).map((row) => presentRow(row, today));
}
