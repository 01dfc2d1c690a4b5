import type { Activity } from '@portal/contract/dashboard';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Instants come as `Date` and go as `Date`; the database's default may fill them. */
type Instant = ColumnType<Date, Date | undefined, Date>;
type NullableInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** Dates without a time are `YYYY-MM-DD` text on both sides (decisions 5). */
type DateOnly = ColumnType<string | null, string | null | undefined, string | null>;
type NullableJson = ColumnType<Record<string, unknown> | null, string | null, never>;

export interface RolesTable {
  id: Generated<string>;
  name: string;
  description: string;
  display_order: number;
}
export interface PermissionsTable {
  id: Generated<string>;
  name: string;
  description: string;
  category: string;
}
export interface RolePermissionsTable {
  role_id: string;
  permission_id: string;
  granted_at: Instant;
  granted_by: string | null;
}
export interface OfficesTable {
  id: Generated<string>;
  name: string;
  address: string;
  city: string;
  state: string;
  zip_code: string;
  phone: string;
  fax: string | null;
  super_admin_only: Generated<boolean>;
  is_surgery_center: Generated<boolean>;
  is_active: Generated<boolean>;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}
export interface OfficeIpWhitelistTable {
  id: Generated<string>;
  office_id: string;
  ip_address: string;
  description: string | null;
  expires_at: NullableInstant;
  version: Generated<number>;
  created_at: Instant;
}
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
export interface UserRolesTable {
  user_id: string;
  role_id: string;
}
export interface UserPermissionOverridesTable {
  user_id: string;
  permission_id: string;
  is_granted: boolean;
  reason: string;
  expires_at: NullableInstant;
  created_by: string | null;
  created_at: Instant;
}
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
export interface ActivitiesTable {
  id: Generated<string>;
  at: Date;
  description: string;
  icon: Activity['icon'];
  color: Activity['color'];
  entity_type: string;
  entity_id: string | null;
  required_permission: string | null;
  required_role: string | null;
  actor_id: string | null;
}
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
export interface PatientsTable {
  id: Generated<string>;
  medical_record_number: ColumnType<string, string, never>;
  first_name: string;
  last_name: string;
  date_of_birth: string;
  gender: 'Male' | 'Female' | 'Other' | null;
  ssn: Buffer | null;
  ssn_index: Buffer | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zip_code: string | null;
  phone: string | null;
  email: string | null;
  insurance_provider: string | null;
  insurance_policy_number: string | null;
  is_active: Generated<boolean>;
  name_key: string;
  search_text: string;
  email_key: GeneratedAlways<string | null>;
  insurance_key: GeneratedAlways<string | null>;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}
export interface PatientSearchTable {
  mrn: number;
  patient_id: string;
  is_active: boolean;
  name_key: string;
  words: string;
}
export interface PatientFamiliesTable {
  family: string;
  words: string;
}
export interface PatientCountsTable {
  shard: number;
  active: string;
  inactive: string;
}

/** Every table of the portal; an area's migration adds its own here. */
export interface Database {
  roles: RolesTable;
  permissions: PermissionsTable;
  role_permissions: RolePermissionsTable;
  offices: OfficesTable;
  office_ip_whitelist: OfficeIpWhitelistTable;
  titles: TitlesTable;
  users: UsersTable;
  user_roles: UserRolesTable;
  user_permission_overrides: UserPermissionOverridesTable;
  sessions: SessionsTable;
  login_failures: LoginFailuresTable;
  idempotency_keys: IdempotencyKeysTable;
  activities: ActivitiesTable;
  audit_log: AuditLogTable;
  audit_chains: AuditChainsTable;
  patients: PatientsTable;
  patient_search: PatientSearchTable;
  patient_families: PatientFamiliesTable;
  patient_counts: PatientCountsTable;
}
