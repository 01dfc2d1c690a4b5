import type { AuditAction } from '@portal/contract/endpoint';
import type { AuditEntityType } from '@portal/domain/audit-log';

export type { AuditEntityType };

/** The part of an entry that a feature provides; the user, time and address come from the request. */
export interface AuditEntryInput {
  readonly action: AuditAction;
  readonly entityType: AuditEntityType;
  /** An id, or JSON text with `Id`, or `UserId` and `RoleId`. */
  readonly entityId: string | null;
  readonly patientId?: string | null;
  readonly reason?: string | null;
  /** Changed fields only. The feature masks secrets and social security numbers. */
  readonly oldValues?: Record<string, unknown> | null;
  readonly newValues?: Record<string, unknown> | null;
  /** The acting user, if the request's user is not known yet (sign-in, unusable API keys). */
  readonly userId?: string | null;
  readonly sessionId?: string | null;
  readonly apiKeyId?: string;
}

/** A complete entry, before it is linked into a chain. */
export interface AuditEntry {
  readonly id: string;
  readonly at: Date;
  readonly userId: string | null;
  readonly sessionId: string | null;
  /** The API key that acted; `userId` is then its creator. */
  readonly apiKeyId: string | null;
  readonly action: string;
  readonly entityType: string;
  readonly entityId: string | null;
  readonly patientId: string | null;
  readonly ipAddress: string | null;
  readonly reason: string | null;
  readonly requestId: string | null;
  readonly oldValues: Record<string, unknown> | null;
  readonly newValues: Record<string, unknown> | null;
}

/** The fields that differ between two versions of a record, as `oldValues` and `newValues`. */
export function changedValues<T extends Record<string, unknown>>(
  before: T,
  after: T,
): { oldValues: Partial<T>; newValues: Partial<T> } {
  const oldValues: Partial<T> = {};
  const newValues: Partial<T> = {};
  for (const key of Object.keys(after) as (keyof T)[]) {
    if (JSON.stringify(before[key]) === JSON.stringify(after[key])) continue;
    oldValues[key] = before[key];
    newValues[key] = after[key];
  }
  return { oldValues, newValues };
}
