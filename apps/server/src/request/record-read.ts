import type { AuditEntryInput } from '#audit/audit-entry.ts';
import { completeEntry } from './audit-entry.ts';
import type { RequestContext } from './context.ts';
import { currentTransaction } from './transaction.ts';

/**
 * Durably records a read, or another event that changes nothing. Await it before sending the response. Inside a transaction, the
 * entry commits with that transaction.
 */
export async function recordRead(context: RequestContext, ...inputs: AuditEntryInput[]): Promise<void> {
  const unit = currentTransaction();
  if (unit !== undefined) {
    for (const input of inputs) unit.audit(input);
    return;
  }
  await context.deps.readRecorder.record(inputs.map((input) => completeEntry(context, input)));
  context.audited.count += inputs.length;
}
