import { auditEntryId } from '#audit/entry-id.ts';
import type { AuditEntry, AuditEntryInput } from '#audit/audit-entry.ts';

/** Completes an audit entry of the import command, which has no user. */
export function commandEntry(now: Date, input: AuditEntryInput): AuditEntry {
  return {
    id: auditEntryId(now),
    at: now,
    userId: null,
    sessionId: null,
    action: input.action,
    entityType: input.entityType,
    entityId: input.entityId,
    patientId: input.patientId ?? null,
    ipAddress: null,
    reason: 'import command',
    requestId: null,
    oldValues: input.oldValues ?? null,
    newValues: input.newValues ?? null,
  };
}

/** The entry for patients of the practice that were compared with a file and shown; none if there are none. */
export const comparedEntries = (now: Date, patientIds: readonly string[]): AuditEntry[] =>
  patientIds.length === 0
    ? []
    : [
        commandEntry(now, {
          action: 'Accessed',
          entityType: 'Patient',
          entityId: null,
          newValues: { patientIds },
        }),
      ];
