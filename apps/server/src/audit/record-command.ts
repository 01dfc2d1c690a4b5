import type { AuditAction } from '@portal/contract/endpoint';
import type { AuditEntityType } from '@portal/domain/audit-log';
import type { Transaction } from 'kysely';
import type { Database } from '#db/schema.ts';
import { appendEntries } from './append.ts';
import { auditEntryId } from './entry-id.ts';

/** What a command did. The entry has no user, because nobody has signed in for it. */
interface CommandEntry {
  /** What acted, such as `backup command`. */
  readonly reason: string;
  readonly action: AuditAction;
  readonly entityType: AuditEntityType;
  readonly entityId?: string;
  readonly newValues: Record<string, unknown>;
  readonly now: Date;
}

/** Records a command in the audit log, in the transaction of its change. Call it last. */
export async function recordCommand(
  tx: Transaction<Database>,
  key: Buffer,
  { reason, action, entityType, entityId, newValues, now }: CommandEntry,
): Promise<void> {
  await appendEntries(tx, key, [
    {
      id: auditEntryId(now),
      at: now,
      userId: null,
      sessionId: null,
      apiKeyId: null,
      action,
      entityType,
      entityId: entityId ?? null,
      patientId: null,
      ipAddress: null,
      reason,
      requestId: null,
      oldValues: null,
      newValues,
    },
  ]);
}
