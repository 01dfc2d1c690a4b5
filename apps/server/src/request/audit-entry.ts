import type { AuditEntry, AuditEntryInput } from '#audit/audit-entry.ts';
import { auditEntryId } from '#audit/entry-id.ts';
import type { Actor } from '#audit/work-entry.ts';
import type { RequestContext, SignedInContext } from './context.ts';

/** Completes an entry with the request's user, session or API key, time and address. */
export function completeEntry(context: RequestContext, input: AuditEntryInput): AuditEntry {
  return {
    id: auditEntryId(context.now),
    at: context.now,
    userId: input.userId ?? context.user?.id ?? null,
    sessionId: input.sessionId ?? context.user?.sessionId ?? null,
    apiKeyId: input.apiKeyId ?? context.user?.apiKey?.id ?? null,
    action: input.action,
    entityType: input.entityType,
    entityId: input.entityId,
    patientId: input.patientId ?? null,
    ipAddress: context.ip,
    reason: input.reason ?? null,
    requestId: context.requestId,
    oldValues: input.oldValues ?? null,
    newValues: input.newValues ?? null,
  };
}

/** Who goes on with the work of a request after its response. */
export const actorOf = ({ user, ip, requestId }: SignedInContext): Actor => ({
  userId: user.id,
  sessionId: user.sessionId,
  apiKeyId: user.apiKey?.id ?? null,
  ipAddress: ip,
  requestId,
  reason: null,
});
