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
