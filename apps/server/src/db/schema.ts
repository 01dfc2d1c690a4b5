import type {
  PermissionAuditTable,
  PermissionsTable,
  RolePermissionsTable,
  RolesTable,
  UserPermissionOverridesTable,
  UserRolesTable,
} from './tables/access.ts';
import type { ActivitiesTable } from './tables/activities.ts';
import type {
  AuditChainsTable,
  AuditLogTable,
  AuditMarksTable,
  AuditVerificationsTable,
} from './tables/audit.ts';
import type { BillingCodeCountsTable, BillingCodesTable } from './tables/billing-codes.ts';
import type { DictationGroupsTable, DictationPrintBatchesTable } from './tables/dictation-groups.ts';
import type {
  DictationAddendaTable,
  DictationCodesTable,
  DictationCountsTable,
  DictationDraftsTable,
  DictationSessionsTable,
  DictationsTable,
} from './tables/dictations.ts';
import type { DocumentCountsTable, DocumentsTable, PendingFilesTable } from './tables/documents.ts';
import type { MasterKeyFingerprintTable } from './tables/master-key.ts';
import type {
  PhoneMessageCountsTable,
  PhoneMessageEventsTable,
  PhoneMessageNumbersTable,
  PhoneMessagesTable,
} from './tables/messages.ts';
import type { OfficeIpWhitelistTable, OfficesTable } from './tables/offices.ts';
import type {
  MedicalOrdersTable,
  OrderCountsTable,
  OrderNumbersTable,
  OrderStepsTable,
} from './tables/orders.ts';
import type {
  PatientCountsTable,
  PatientFamiliesTable,
  PatientSearchTable,
  PatientsTable,
} from './tables/patients.ts';
import type { PillCountsTable } from './tables/pill-counts.ts';
import type { IdempotencyKeysTable, LoginFailuresTable, SessionsTable } from './tables/sessions.ts';
import type {
  BillingCodeRuleCodesTable,
  BillingCodeRulesTable,
  LocationHeadersTable,
  TemplateCategoriesTable,
  TemplatePreferencesTable,
  TemplatesTable,
  TemplateVersionsTable,
} from './tables/templates.ts';
import type { TimecardCorrectionsTable, TimecardSchedulesTable, TimecardsTable } from './tables/timecards.ts';
import type { TitlesTable, UsersTable } from './tables/users.ts';

/** Every table of the portal. Add new tables here with their migration. */
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
  audit_marks: AuditMarksTable;
  audit_verifications: AuditVerificationsTable;
  master_key_fingerprint: MasterKeyFingerprintTable;
  patients: PatientsTable;
  patient_search: PatientSearchTable;
  patient_families: PatientFamiliesTable;
  patient_counts: PatientCountsTable;
  phone_message_numbers: PhoneMessageNumbersTable;
  phone_messages: PhoneMessagesTable;
  phone_message_events: PhoneMessageEventsTable;
  phone_message_counts: PhoneMessageCountsTable;
  pill_counts: PillCountsTable;
  timecards: TimecardsTable;
  timecard_corrections: TimecardCorrectionsTable;
  timecard_schedules: TimecardSchedulesTable;
  order_numbers: OrderNumbersTable;
  medical_orders: MedicalOrdersTable;
  order_steps: OrderStepsTable;
  order_counts: OrderCountsTable;
  pending_files: PendingFilesTable;
  documents: DocumentsTable;
  document_counts: DocumentCountsTable;
  billing_codes: BillingCodesTable;
  billing_code_counts: BillingCodeCountsTable;
  template_categories: TemplateCategoriesTable;
  templates: TemplatesTable;
  template_versions: TemplateVersionsTable;
  template_preferences: TemplatePreferencesTable;
  location_headers: LocationHeadersTable;
  billing_code_rules: BillingCodeRulesTable;
  billing_code_rule_codes: BillingCodeRuleCodesTable;
  dictations: DictationsTable;
  dictation_codes: DictationCodesTable;
  dictation_addenda: DictationAddendaTable;
  dictation_counts: DictationCountsTable;
  dictation_sessions: DictationSessionsTable;
  dictation_drafts: DictationDraftsTable;
  dictation_groups: DictationGroupsTable;
  dictation_print_batches: DictationPrintBatchesTable;
}
