import type { DictationRow } from '@portal/contract/dictations';
import { fullName } from '@portal/domain/person-name';
import type { Db } from '#db/database.ts';
import { anyId } from '#db/any-id.ts';
import { PREPARED } from '#db/prepared.ts';

/** Query for list rows of dictations, with the names of the records they refer to. */
export const dictationRows = (db: Db) =>
  db
    .selectFrom('dictations as d')
    .innerJoin('templates as t', 't.id', 'd.template_id')
    .innerJoin('patients as p', 'p.id', 'd.patient_id')
    .innerJoin('users as u', 'u.id', 'd.provider_id')
    .leftJoin('dictation_groups as g', 'g.id', 'd.group_id')
    .select([
      'd.id',
      'd.template_id',
      't.name as template_name',
      'd.patient_id',
      'p.first_name as patient_first_name',
      'p.last_name as patient_last_name',
      'p.medical_record_number',
      'd.provider_id',
      'u.first_name as provider_first_name',
      'u.last_name as provider_last_name',
      'd.location_id',
      'd.procedure_location',
      'd.procedure_date',
      'd.status',
      'd.group_id',
      'g.group_name',
      'd.addendum_count',
      'd.created_at',
      'd.signed_at',
      'd.is_active',
      'd.version',
    ]);
/** A database row of `dictationRows`. */
export type DictationListRow = Awaited<
  ReturnType<ReturnType<typeof dictationRows>['executeTakeFirstOrThrow']>
>;

/** Converts a database row to the API's row. Patients are named "Roe, Jane". */
export function presentDictationRow(row: DictationListRow): DictationRow {
  return {
    id: row.id,
    templateId: row.template_id,
    templateName: row.template_name,
    patientId: row.patient_id,
    patientName: `${row.patient_last_name}, ${row.patient_first_name}`,
    patientMRN: row.medical_record_number,
    providerId: row.provider_id,
    providerName: fullName(row.provider_first_name, row.provider_last_name),
    locationId: row.location_id,
    procedureLocation: row.procedure_location,
    procedureDate: row.procedure_date,
    status: row.status,
    groupId: row.group_id,
    groupName: row.group_name,
    hasAddendums: row.addendum_count > 0,
    createdAt: row.created_at.toISOString(),
    signedAt: row.signed_at?.toISOString() ?? null,
    isActive: row.is_active,
    version: row.version,
  };
}

/** Finds the rows of these dictations in the order of the IDs. Unknown IDs are left out. */
export async function findDictationRows(db: Db, ids: readonly string[]): Promise<DictationRow[]> {
  if (ids.length === 0) return [];
  const found = await dictationRows(db).where('d.id', '=', anyId(ids)).modifyEnd(PREPARED).execute();
  const byId = new Map(found.map((row) => [row.id, presentDictationRow(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
