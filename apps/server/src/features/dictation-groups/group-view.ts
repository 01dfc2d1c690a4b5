import type { DictationGroup, GroupableDictation } from '@portal/contract/dictation-groups';
import { fullName } from '@portal/domain/person-name';
import type { GroupableRow, GroupRow } from './group-repo.ts';

/** Converts a group to the API's format. */
export const presentGroup = (row: GroupRow): DictationGroup => ({
  id: row.id,
  groupName: row.group_name,
  notes: row.notes,
  providerId: row.provider_id,
  providerName: fullName(row.first_name, row.last_name),
  locationId: row.location_id,
  locationName: row.location_name,
  procedureDate: row.procedure_date,
  dictationCount: Number(row.dictation_count),
  signedCount: Number(row.signed_count),
  completedCount: Number(row.completed_count),
  draftCount: Number(row.draft_count),
  createdAt: row.created_at.toISOString(),
  version: row.version,
});

/** Converts a dictation of a date to the API's format. Patients are named "Roe, Jane". */
export const presentGroupable = (row: GroupableRow): GroupableDictation => ({
  id: row.id,
  isGrouped: row.group_id !== null,
  groupName: row.group_name,
  patientName: `${row.last_name}, ${row.first_name}`,
  patientMRN: row.medical_record_number,
  procedureName: row.template_name,
  status: row.status,
  providerId: row.provider_id,
  locationId: row.location_id,
});
