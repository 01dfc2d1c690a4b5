import type { Activity } from '@portal/contract/dashboard';
import type { PermissionChangeType } from '@portal/contract/permissions';
import type { MessageEvent } from '@portal/contract/messages';
import type { DocumentCategory, DocumentType, FileType } from '@portal/domain/document';
import type { MessageCategory, MessageStatus } from '@portal/domain/message-status';
import type { OrderContrast, OrderSide, OrderType } from '@portal/domain/order';
import type { OrderStatus } from '@portal/domain/order-status';
import type { Priority } from '@portal/domain/priority';
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
  version: Generated<number>;
  modified_at: NullableInstant;
  modified_by: ColumnType<string | null, string | null | undefined, string | null>;
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
export interface PermissionAuditTable {
  id: Generated<string>;
  changed_at: ColumnType<Date, Date, never>;
  entity_type: 'User' | 'Role';
  entity_id: string;
  permission_id: string;
  change_type: PermissionChangeType;
  changed_by: string | null;
  affected_user_count: number;
  old_value: string;
  new_value: string;
  expires_at: Date | null;
  reason: string;
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
  /** Only for this one, when set. */
  recipient_user_id: string | null;
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
export interface PillCountsTable {
  id: Generated<string>;
  patient_id: string;
  provider_id: string;
  prescription_name: string | null;
  prescription_date: string;
  pills_given: number;
  tenths_per_day: number;
  pills_remaining: number;
  notes: string | null;
  counted_on: string;
  calculated_at: Date;
  deleted_at: Date | null;
  deleted_by: string | null;
}
export interface PhoneMessageNumbersTable {
  year: number;
  last_number: number;
}
export interface PhoneMessagesTable {
  id: Generated<string>;
  message_number: string;
  category: MessageCategory;
  caller_name: string;
  caller_phone: string | null;
  patient_id: string | null;
  message: string;
  call_at: Date;
  priority: Priority;
  status: MessageStatus;
  assigned_to_user_id: string | null;
  assigned_by: string | null;
  assigned_at: NullableInstant;
  resolution: string | null;
  completed_at: NullableInstant;
  completed_by: string | null;
  follow_up_to_id: string | null;
  created_by: string | null;
  deleted_at: NullableInstant;
  deleted_by: string | null;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
  list_key: GeneratedAlways<string>;
}
export interface PhoneMessageEventsTable {
  id: Generated<string>;
  message_id: string;
  place: GeneratedAlways<number>;
  at: Date;
  user_id: string | null;
  kind: MessageEvent['kind'];
  body: string | null;
  changed_fields: Generated<string[]>;
  assigned_to_user_id: string | null;
  status: MessageStatus | null;
}
export interface PhoneMessageCountsTable {
  shard: number;
  status: MessageStatus;
  priority: Priority;
  messages: string;
}

export interface OrderNumbersTable {
  year: number;
  last: number;
}
export interface MedicalOrdersTable {
  id: Generated<string>;
  order_number: ColumnType<string, string, never>;
  patient_id: ColumnType<string, string, never>;
  type: OrderType;
  status: ColumnType<OrderStatus, OrderStatus | undefined, OrderStatus>;
  priority: Priority;
  is_stat: Generated<boolean>;
  diagnosis: string;
  order_date: string;
  ordered_by: string;
  created_by: ColumnType<string, string, never>;
  body_part: string | null;
  side: OrderSide | null;
  contrast: OrderContrast | null;
  specialist: string | null;
  instructions: string | null;
  leads: GeneratedAlways<boolean>;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}
export interface OrderStepsTable {
  id: Generated<string>;
  order_id: string;
  from_status: OrderStatus | null;
  to_status: OrderStatus;
  changed_at: Date;
  changed_by: string;
  note: string | null;
}
export interface OrderCountsTable {
  shard: number;
  status: OrderStatus;
  type: OrderType;
  orders: string;
}
export interface PendingFilesTable {
  id: Generated<string>;
  is_given_up: Generated<boolean>;
  created_at: Instant;
}
export interface DocumentsTable {
  id: ColumnType<string, string, never>;
  patient_id: string;
  type: DocumentType;
  category: DocumentCategory;
  file_name: string;
  note: string | null;
  file_key: Buffer | null;
  file_name_key: string;
  file_type: FileType;
  size_bytes: number;
  content_hash: Buffer | null;
  uploaded_by: string;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
  deleted_at: NullableInstant;
  deleted_by: ColumnType<string | null, string | null | undefined, string | null>;
  delete_reason: ColumnType<string | null, string | null | undefined, string | null>;
  purged_at: NullableInstant;
  damaged_at: NullableInstant;
}
/** Kept by the database with every change. */
export interface DocumentCountsTable {
  type: DocumentType;
  category: DocumentCategory;
  shard: number;
  count: string;
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
  permission_audit: PermissionAuditTable;
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
  phone_message_numbers: PhoneMessageNumbersTable;
  phone_messages: PhoneMessagesTable;
  phone_message_events: PhoneMessageEventsTable;
  phone_message_counts: PhoneMessageCountsTable;
  pill_counts: PillCountsTable;
  order_numbers: OrderNumbersTable;
  medical_orders: MedicalOrdersTable;
  order_steps: OrderStepsTable;
  order_counts: OrderCountsTable;
  pending_files: PendingFilesTable;
  documents: DocumentsTable;
  document_counts: DocumentCountsTable;
}
