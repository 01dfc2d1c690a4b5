import type { ColumnType, Generated } from 'kysely';
import type { Instant, NullableInstant, DateOnly } from './columns.ts';

export interface TitlesTable {
  id: Generated<string>;
  code: string;
  description: string;
  display_order: number;
  is_active: Generated<boolean>;
  version: Generated<number>;
}

export interface UsersTable {
  id: Generated<string>;
  user_name: string;
  email: string;
  first_name: string;
  last_name: string;
  title: string | null;
  employee_id: Generated<string>;
  hire_date: DateOnly;
  office_id: string | null;
  is_active: Generated<boolean>;
  password_hash: string;
  must_change_password: Generated<boolean>;
  temporary_password_expires_at: NullableInstant;
  totp_secret: Buffer | null;
  totp_enabled: Generated<boolean>;
  totp_last_step: string | null;
  recovery_code_hashes: Generated<string[]>;
  preferences: ColumnType<Record<string, unknown>, string | undefined, string>;
  last_login_at: NullableInstant;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}
