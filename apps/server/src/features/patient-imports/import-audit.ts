import { auditEntryId } from '#audit/entry-id.ts';
import type { AuditEntry, AuditEntryInput } from '#audit/audit-entry.ts';
import type { ImportRow } from './import-repo.ts';

/** Who imports: a user with the request that started the work, or the command. */
export type Actor = Pick<
  AuditEntry,
  'userId' | 'sessionId' | 'apiKeyId' | 'ipAddress' | 'requestId' | 'reason'
>;

/** The import command has no user. */
export const COMMAND: Actor = {
  userId: null,
  sessionId: null,
  apiKeyId: null,
  ipAddress: null,
  requestId: null,
  reason: 'import command',
};

/** Completes an audit entry. */
export function importEntry(actor: Actor, now: Date, input: AuditEntryInput): AuditEntry {
  return {
    id: auditEntryId(now),
    at: now,
    action: input.action,
    entityType: input.entityType,
    entityId: input.entityId,
    patientId: input.patientId ?? null,
    oldValues: input.oldValues ?? null,
    newValues: input.newValues ?? null,
    ...actor,
  };
}

/** The entry for patients of the practice that were compared with a file and shown; none if there are none. */
export const comparedEntries = (actor: Actor, now: Date, patientIds: readonly string[]): AuditEntry[] =>
  patientIds.length === 0
    ? []
    : [
        importEntry(actor, now, {
          action: 'Accessed',
          entityType: 'Patient',
          entityId: null,
          newValues: { patientIds },
        }),
      ];

/** Describes an import in the audit log. */
export const importValues = (row: ImportRow) => ({
  fileName: row.file_name,
  state: row.state,
  imported: row.imported,
  ...(row.updated === 0 ? {} : { updated: row.updated }),
  failed: row.failed,
  duplicates: row.duplicates,
  skipped: row.skipped,
});
