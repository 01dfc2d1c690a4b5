import type { AuditDetail, AuditEntry } from '@portal/contract/audit';
import { AUDIT_MASK, maskAuditValues } from '@portal/domain/audit-log';
import { fullName } from '@portal/domain/person-name';
import { storableAddress } from '#audit/storable.ts';
import type { EntryRow, WholeRow } from './entry-repo.ts';

/** Converts a row to an entry of the list. */
export function presentEntry(row: EntryRow): AuditEntry {
  return {
    id: row.id,
    timestamp: row.at.toISOString(),
    user: presentUser(row.user_id, row),
    userId: row.user_id,
    apiKey:
      row.api_key_id === null || row.api_key_name === null
        ? null
        : { id: row.api_key_id, name: row.api_key_name },
    userType: row.user_id === null ? 'system' : 'user',
    action: row.action,
    entityType: row.entity_type,
    entityId: row.entity_id,
    ipAddress: storableAddress(row.ip_address),
    patientId: row.patient_id,
    medicalRecordNumber: row.medical_record_number,
    reasonForAccess: row.reason,
  };
}

/** Converts a row to an entry with its changes. Masks sensitive values, and all values about patients without Patient.View. */
export function presentWhole(row: WholeRow, withPatients: boolean): AuditDetail {
  const shown = row.patient_id === null || withPatients ? maskAuditValues : maskAll;
  return {
    ...presentEntry(row),
    oldValues: shown(row.old_values),
    newValues: shown(row.new_values),
    requestId: row.request_id,
    sessionId: row.session_id,
    chain: row.chain,
    sequence: Number(row.seq),
  };
}

const maskAll = (values: Record<string, unknown> | null) =>
  values === null ? null : Object.fromEntries(Object.keys(values).map((field) => [field, AUDIT_MASK]));

interface UserNames {
  readonly user_name: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/** The acting user; null for the system. */
export function presentUser(id: string | null, names: UserNames): AuditEntry['user'] {
  const { user_name: userName, first_name: firstName, last_name: lastName } = names;
  if (id === null || userName === null || firstName === null || lastName === null) return null;
  return { id, name: fullName(firstName, lastName), firstName, lastName, userName };
}
