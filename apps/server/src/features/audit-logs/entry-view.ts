import type { AuditDetail, AuditEntry } from '@portal/contract/audit';
import { fullName } from '@portal/domain/person-name';
import { storableAddress } from '#audit/storable.ts';
import type { Caller } from '#authz/caller.ts';
import type { EntryRow, WholeRow } from './entry-repo.ts';
import { isHiddenOffice, visibleValues } from './entry-sight.ts';

type Reader = Pick<Caller, 'roles' | 'permissions'>;

/** Converts a row to an entry of the list. */
export function presentEntry(row: EntryRow, reader: Reader): AuditEntry {
  const isHidden = isHiddenOffice(row, reader);
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
    entityId: isHidden ? null : row.entity_id,
    ipAddress: storableAddress(row.ip_address),
    patientId: row.patient_id,
    namesPatients: row.names_patients,
    medicalRecordNumber: row.medical_record_number,
    reasonForAccess: isHidden ? null : row.reason,
  };
}

/** Converts a row to an entry with its changes, as far as the reader may see them. */
export function presentWhole(row: WholeRow, reader: Reader): AuditDetail {
  const shown = visibleValues(row, reader);
  return {
    ...presentEntry(row, reader),
    oldValues: shown.old_values,
    newValues: shown.new_values,
    requestId: row.request_id,
    sessionId: row.session_id,
    chain: row.chain,
    sequence: Number(row.seq),
  };
}

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
