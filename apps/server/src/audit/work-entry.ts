import type { AuditEntry, AuditEntryInput } from './audit-entry.ts';
import { auditEntryId } from './entry-id.ts';

/** Who works without a request: a user with the request that started the work, or the command. */
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

/** Completes an audit entry of work without a request. */
export function workEntry(actor: Actor, now: Date, input: AuditEntryInput): AuditEntry {
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
