import { openUnit } from '../db/open-transaction.ts';
import type { RequestContext } from '../http/context.ts';
import type { AuditEntry, AuditEntryInput } from './audit-entry.ts';
import { auditEntryId } from './entry-id.ts';

/** Completes an entry with the request's user, session, time and address. */
export function completeEntry(context: RequestContext, input: AuditEntryInput): AuditEntry {
  return {
    id: auditEntryId(context.now),
    at: context.now,
    userId: input.userId ?? context.user?.id ?? null,
    sessionId: input.sessionId ?? context.user?.sessionId ?? null,
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

/**
 * Durably records a read, or another event that changes nothing. Await it before sending the response. Inside a transaction, the
 * entry commits with that transaction.
 */
export async function recordRead(context: RequestContext, ...inputs: AuditEntryInput[]): Promise<void> {
  const unit = openUnit();
  if (unit !== undefined) {
    for (const input of inputs) unit.audit(input);
    return;
  }
  await context.deps.readRecorder.record(inputs.map((input) => completeEntry(context, input)));
  context.audited.count += inputs.length;
}
