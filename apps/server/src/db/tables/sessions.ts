import type { Generated } from 'kysely';
import type { Instant } from './columns.ts';

export interface SessionsTable {
  id: Generated<string>;
  user_id: string;
  created_at: Date;
  last_activity_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  end_reason: string | null;
  ip_address: string;
  user_agent: string;
}

export interface LoginFailuresTable {
  account_hash: Buffer;
  ip_address: string;
  failures: number;
  first_failure_at: Date;
  blocked_until: Date | null;
}

export interface IdempotencyKeysTable {
  user_id: string;
  key: string;
  request_hash: Buffer;
  status: number | null;
  answer: Buffer | null;
  created_at: Instant;
}
