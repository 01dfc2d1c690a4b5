import type { ColumnType, Generated } from 'kysely';
import type { NullableJson } from './columns.ts';

export interface AuditLogTable {
  id: string;
  at: Date;
  chain: number;
  seq: string;
  user_id: string | null;
  session_id: string | null;
  action: string;
  entity_type: string;
  entity_id: string | null;
  patient_id: string | null;
  ip_address: string | null;
  reason: string | null;
  request_id: string | null;
  old_values: NullableJson;
  new_values: NullableJson;
  mac: Buffer;
}

export interface AuditChainsTable {
  chain: number;
  seq: string;
  mac: Buffer;
  head_mac: Buffer;
}

/** A chain, the sequence number of its last entry and that entry’s hash in base64. */
export type MarkedHead = readonly [chain: number, seq: number, mac: string];
export interface AuditMarksTable {
  id: Generated<string>;
  verification_id: string;
  at: Date;
  heads: ColumnType<MarkedHead[], string, never>;
  mac: Buffer;
}

/** The first bad entry that a check found. */
export interface FoundBad {
  readonly chain: number;
  readonly sequence: number;
  readonly tampering: 'changed' | 'removed' | 'reordered' | 'inserted' | 'cut off' | 'earlier check';
  readonly entryId: string | null;
  readonly timestamp: string | null;
}
export interface AuditVerificationsTable {
  id: Generated<string>;
  started_at: Date;
  started_by: string | null;
  heartbeat_at: Date;
  finished_at: Date | null;
  total_entries: string;
  checked_entries: Generated<string>;
  outcome: 'running' | 'intact' | 'tampered' | 'failed';
  first_bad: ColumnType<FoundBad | null, string | null | undefined, string | null>;
}
