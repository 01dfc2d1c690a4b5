/* oxlint-disable max-lines -- generated from the migrated database by `npm run db:types` */
import type { ColumnOf } from './column-types.ts';
import type { ColumnType, GeneratedAlways } from 'kysely';

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[] ? U[] : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S[], I[], U[]> : T[];

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>;

export interface ActivitiesTable {
  actor_id: string | null;
  at: Date;
  color: ColumnOf<'activities.color'>;
  description: string;
  entity_id: string | null;
  entity_type: string;
  icon: ColumnOf<'activities.icon'>;
  id: Generated<string>;
  recipient_user_id: string | null;
  required_permission: string | null;
  required_role: string | null;
}

export interface ApiKeyPermissionsTable {
  api_key_id: string;
  permission_id: string;
}

export interface ApiKeysTable {
  created_at: Date;
  created_by: string;
  expires_at: Date;
  id: Generated<string>;
  key_hash: Buffer;
  last_used_at: Date | null;
  last_used_ip: string | null;
  name: string;
  prefix: string;
  revoked_at: Date | null;
  revoked_by: string | null;
  suspended_at: Date | null;
  suspended_because: 'PasswordReset' | 'TwoFactorReset' | 'Deactivated' | 'RoleRemoved' | null;
}

export interface AuditChainsTable {
  chain: number;
  head_mac: Buffer;
  mac: Buffer;
  seq: string;
}

export interface AuditLogTable {
  action: string;
  api_key_id: string | null;
  at: Date;
  chain: number;
  entity_id: string | null;
  entity_type: string;
  id: string;
  ip_address: string | null;
  mac: Buffer;
  new_values: ColumnOf<'audit_log.new_values'> | null;
  old_values: ColumnOf<'audit_log.old_values'> | null;
  patient_id: string | null;
  reason: string | null;
  request_id: string | null;
  seq: string;
  session_id: string | null;
  user_id: string | null;
}

export interface AuditMarksTable {
  at: Date;
  heads: ColumnOf<'audit_marks.heads'>;
  id: GeneratedAlways<string>;
  mac: Buffer;
  verification_id: string;
}

export interface AuditVerificationsTable {
  checked_entries: Generated<string>;
  finished_at: Date | null;
  first_bad: ColumnOf<'audit_verifications.first_bad'> | null;
  heartbeat_at: Date;
  id: Generated<string>;
  outcome: Generated<'running' | 'intact' | 'tampered' | 'failed'>;
  started_at: Date;
  started_by: string | null;
  total_entries: string;
}

export interface BackupsTable {
  bytes: string | null;
  file: string;
  finished_at: Date | null;
  heartbeat_at: Date;
  id: Generated<string>;
  kind: 'nightly' | 'command';
  outcome: 'running' | 'good' | 'failed';
  problem: string | null;
  removed_at: Date | null;
  started_at: Date;
}

export interface BillingCodeRuleCodesTable {
  billing_code_id: string;
  count_from: number | null;
  count_step: number | null;
  count_to: number | null;
  display_order: number;
  dose_field_id: string | null;
  is_default: boolean;
  modifiers: string;
  rule_id: string;
}

export interface BillingCodeRulesTable {
  conditions: ColumnOf<'billing_code_rules.conditions'> | null;
  created_at: Generated<Date>;
  field_id: string;
  field_value: string;
  id: Generated<string>;
  is_template_default: boolean;
  priority: number;
  template_id: string;
  updated_at: Generated<Date>;
  version: Generated<number>;
}

export interface BillingCodesTable {
  bilateral_indicator: Generated<ColumnOf<'billing_codes.bilateral_indicator'> | null>;
  category: string | null;
  code: string;
  code_type: 'CPT' | 'ICD10';
  created_at: Generated<Date>;
  description: string;
  id: Generated<string>;
  is_active: Generated<boolean>;
  is_billable: Generated<boolean>;
  line_type: Generated<
    'procedure' | 'imaging' | 'evaluation' | 'drug' | 'supply' | 'sedation' | 'anesthesia' | 'other'
  >;
  unit: string | null;
  unit_size: number | null;
  updated_at: Generated<Date>;
  valid_from: string | null;
  valid_to: string | null;
  version: Generated<number>;
  words: GeneratedAlways<string>;
}

export interface BillingCodeUsesTable {
  billing_code_id: string;
  counted_at: Date;
  uses: number;
}

export interface ChargeBatchesTable {
  created_at: Date;
  created_by: string;
  id: Generated<string>;
  name: string;
}

export interface ChargeCsvColumnsTable {
  columns: string[];
  is_only: Generated<boolean>;
  updated_at: Date;
  updated_by: string;
  version: Generated<number>;
}

export interface ChargeEntriesTable {
  addendum_count: number;
  batch_id: string;
  dictation_id: string;
  entered_at: Date;
  entered_by: string;
  id: Generated<string>;
  undone_at: Date | null;
  undone_by: string | null;
}

export interface ClockWatchTable {
  doubted_at: Date | null;
  doubted_since: Date | null;
  is_only: Generated<boolean>;
  problem: string | null;
  trusted_at: Date | null;
}

export interface CodeChangeDecisionsTable {
  billing_code_id: string;
  change_key: string;
  kept_at: Date;
  kept_by: string;
  rule_id: string | null;
}

export interface CodeEditionNoticesTable {
  edition_from: string;
  kind: string;
  notified_at: Date;
}

export interface CodeFileCodesTable {
  code: string;
  facts: ColumnOf<'code_file_codes.facts'>;
  file_no: number;
  part: string;
  valid_from: string | null;
  valid_to: string | null;
}

export interface CodeFilePairsTable {
  column1: string;
  column2: string;
  file_no: number;
  indicator: number;
  rationale: number;
  valid_from: string;
  valid_to: string | null;
}

export interface CodeFileRationalesTable {
  rationale: GeneratedAlways<number>;
  text: string;
}

export interface CodeFilesTable {
  active_at: Date | null;
  byte_size: string;
  checked_at: Date | null;
  differences: ColumnOf<'code_files.differences'> | null;
  edition_from: string | null;
  edition_to: string | null;
  file_hash: Buffer;
  file_key: Buffer | null;
  file_name: string;
  file_no: GeneratedAlways<number>;
  id: Generated<string>;
  kind: 'hcpcs' | 'feeSchedule' | 'ptp' | 'mue' | 'addOn' | 'icd10' | 'asp';
  loaded_at: Date | null;
  problems: ColumnOf<'code_files.problems'> | null;
  row_count: number | null;
  rows_done: Generated<number>;
  run_id: string | null;
  state: 'Draft' | 'Loaded' | 'Undone';
  task: 'check' | 'load' | 'undo' | null;
  title: string;
  trouble: string | null;
  undone_at: Date | null;
  uploaded_at: Date;
  uploaded_by: string | null;
}

export interface CodeSearchWordsTable {
  is_only: Generated<boolean>;
  words: string;
}

export interface CoSignaturesTable {
  addendum_count: number | null;
  content_hash: Buffer | null;
  dictation_id: ColumnOf<'co_signatures.dictation_id'>;
  requested_at: ColumnOf<'co_signatures.requested_at'>;
  return_reason: string | null;
  returned_at: Date | null;
  returned_by: string | null;
  signed_at: Date | null;
  signed_by: string | null;
  signer_name: string | null;
  signer_title: string | null;
  state: Generated<'Awaiting' | 'Returned' | 'CoSigned'>;
  supervisor_id: string | null;
}

export interface DatabaseChecksTable {
  damaged: string[];
  finished_at: Date;
  is_last: Generated<boolean>;
  started_at: Date;
}

export interface DictationAddendaTable {
  author_id: ColumnOf<'dictation_addenda.author_id'>;
  author_name: ColumnOf<'dictation_addenda.author_name'>;
  author_title: ColumnOf<'dictation_addenda.author_title'> | null;
  created_at: ColumnOf<'dictation_addenda.created_at'>;
  dictation_id: ColumnOf<'dictation_addenda.dictation_id'>;
  id: Generated<string>;
  place: GeneratedAlways<number>;
  reason: ColumnOf<'dictation_addenda.reason'> | null;
  text: ColumnOf<'dictation_addenda.text'>;
}

export interface DictationCodesTable {
  billing_code_id: string | null;
  code: string;
  code_type: 'CPT' | 'ICD10';
  description: string;
  diagnosis_pointers: string[] | null;
  dictation_id: string;
  modifiers: string;
  place: number;
  units: Generated<number | null>;
}

export interface DictationDraftsTable {
  base_version: number | null;
  content: Buffer | null;
  dictation_id: string | null;
  editor_id: string;
  id: string;
  may_finish: Generated<boolean>;
  owner_id: ColumnOf<'dictation_drafts.owner_id'>;
  revision: number;
  saved_as: string | null;
  template_id: string;
  template_version: number;
  updated_at: Date;
}

export interface DictationGroupsTable {
  created_at: ColumnOf<'dictation_groups.created_at'>;
  created_by: ColumnOf<'dictation_groups.created_by'>;
  group_name: string;
  id: Generated<string>;
  location_id: ColumnOf<'dictation_groups.location_id'>;
  notes: string | null;
  procedure_date: ColumnOf<'dictation_groups.procedure_date'>;
  provider_id: ColumnOf<'dictation_groups.provider_id'>;
  updated_at: Date;
  version: Generated<number>;
}

export interface DictationPrintBatchesTable {
  dictation_ids: ColumnOf<'dictation_print_batches.dictation_ids'>;
  expires_at: ColumnOf<'dictation_print_batches.expires_at'>;
  id: Generated<string>;
  user_id: ColumnOf<'dictation_print_batches.user_id'>;
}

export interface DictationsTable {
  addendum_count: Generated<number>;
  billing_option: 'standard' | 'reduced' | 'noshow-patient' | 'noshow-provider';
  complications: string | null;
  content_hash: Buffer | null;
  created_at: Generated<Date>;
  created_by: ColumnOf<'dictations.created_by'>;
  deactivated_at: Date | null;
  deactivated_by: string | null;
  edited_fields: Generated<string[]>;
  edited_from: Generated<ColumnOf<'dictations.edited_from'>>;
  form_data: ColumnOf<'dictations.form_data'>;
  group_id: string | null;
  hash_version: Generated<number>;
  id: Generated<string>;
  is_active: Generated<boolean>;
  location_id: string;
  order_id: string | null;
  patient_id: string;
  patient_key: Generated<ColumnOf<'dictations.patient_key'>>;
  procedure_date: string;
  procedure_location: string;
  provider_id: string;
  signed_at: Date | null;
  signed_by: string | null;
  signer_name: string | null;
  signer_title: string | null;
  status: Generated<'Draft' | 'Saved' | 'Completed' | 'Signed'>;
  template_id: ColumnOf<'dictations.template_id'>;
  template_version: ColumnOf<'dictations.template_version'>;
  updated_at: Generated<Date>;
  updated_by: string;
  version: Generated<number>;
}

export interface DictationSessionsTable {
  day: string;
  location_id: string;
  provider_id: string;
  session_date: string;
  updated_at: Generated<Date>;
  user_id: string;
}

export interface DocumentsTable {
  category: ColumnOf<'documents.category'>;
  content_hash: Buffer | null;
  created_at: Generated<Date>;
  damaged_at: Date | null;
  delete_reason: string | null;
  deleted_at: Date | null;
  deleted_by: string | null;
  file_key: Buffer | null;
  file_name: string;
  file_name_key: string;
  file_type: ColumnOf<'documents.file_type'>;
  id: ColumnOf<'documents.id'>;
  is_file_missing: Generated<boolean>;
  note: string | null;
  patient_id: string;
  purged_at: Date | null;
  search_text: Generated<string>;
  size_bytes: number;
  type: ColumnOf<'documents.type'>;
  updated_at: Generated<Date>;
  uploaded_by: string;
  version: Generated<number>;
}

export interface FormDraftsTable {
  content: Buffer | null;
  editor_id: string;
  form: string;
  id: string;
  revision: number;
  updated_at: Date;
  user_id: ColumnOf<'form_drafts.user_id'>;
}

export interface IdempotencyKeysTable {
  answer: Buffer | null;
  created_at: Generated<Date>;
  key: string;
  request_hash: Buffer;
  status: number | null;
  user_id: string;
}

export interface JobStatesTable {
  ended_at: Date;
  job: string;
  problem: string | null;
}

export interface LetterheadsTable {
  content: ColumnOf<'letterheads.content'> | null;
  digest: Buffer;
  location_id: string | null;
}

export interface LocationHeadersTable {
  footer_html: string;
  header_html: string;
  location_id: string;
  updated_at: Generated<Date>;
  updated_by: string | null;
  version: Generated<number>;
}

export interface LoginFailuresTable {
  account_hash: Buffer;
  blocked_until: Date | null;
  failures: number;
  first_failure_at: Date;
  ip_address: string;
}

export interface MasterKeyFingerprintTable {
  fingerprint: Buffer;
  is_only: Generated<boolean>;
  noted_at: Date;
  sealed_root: Buffer | null;
}

export interface MedicalOrdersTable {
  body_part: string | null;
  codes: Generated<string[]>;
  contrast: 'Without' | 'With' | 'WithAndWithout' | null;
  created_at: Generated<Date>;
  created_by: ColumnOf<'medical_orders.created_by'>;
  diagnosis: string;
  id: Generated<string>;
  instructions: string | null;
  is_procedure: Generated<boolean>;
  is_stat: Generated<boolean>;
  leads: GeneratedAlways<boolean>;
  levels: Generated<string[]>;
  location_id: string | null;
  order_date: string;
  order_number: ColumnOf<'medical_orders.order_number'>;
  ordered_by: string;
  patient_id: ColumnOf<'medical_orders.patient_id'>;
  priority: 'Urgent' | 'High' | 'Normal' | 'Low';
  search_text: Generated<string>;
  side: 'Left' | 'Right' | 'Bilateral' | null;
  specialist: string | null;
  status: Generated<'Pending' | 'Scheduled' | 'InProgress' | 'Completed' | 'Cancelled'>;
  type:
    | 'MRI'
    | 'XRay'
    | 'CTScan'
    | 'Ultrasound'
    | 'ReferralPT'
    | 'ReferralNeurosurgery'
    | 'ReferralOther'
    | 'LabWork'
    | 'Other';
  updated_at: Generated<Date>;
  version: Generated<number>;
}

export interface NameWordsTable {
  sounds: ArrayType<GeneratedAlways<string>>;
  word: string;
}

export interface NotificationsTable {
  actor_id: string | null;
  at: Date;
  entity_id: string;
  expires_at: Date | null;
  id: Generated<string>;
  kind:
    | 'MessageAssigned'
    | 'MessageCompleted'
    | 'MessageUnassigned'
    | 'OrderUnassigned'
    | 'DictationSigned'
    | 'CoSignatureRequested'
    | 'CoSignatureReturned'
    | 'TimecardCorrected'
    | 'PermissionExpiring'
    | 'PermissionExpired'
    | 'WebhookPaused'
    | 'CodesEnding'
    | 'EmailChanged'
    | 'AdminReset'
    | 'SignOnRelinked';
  read_at: Date | null;
  user_id: string;
}

export interface OfficeIpWhitelistTable {
  created_at: Generated<Date>;
  description: string | null;
  expires_at: Date | null;
  id: Generated<string>;
  ip_address: string;
  office_id: string;
  version: Generated<number>;
}

export interface OfficesTable {
  address: string;
  city: string;
  created_at: Generated<Date>;
  fax: string | null;
  id: Generated<string>;
  is_active: Generated<boolean>;
  is_surgery_center: Generated<boolean>;
  name: string;
  npi: string | null;
  phone: string;
  state: string;
  super_admin_only: Generated<boolean>;
  updated_at: Generated<Date>;
  version: Generated<number>;
  zip_code: string;
}

export interface OrderNumbersTable {
  last: number;
  year: number;
}

export interface OrderStepsTable {
  changed_at: Date;
  changed_by: string;
  from_status: ColumnOf<'order_steps.from_status'> | null;
  id: Generated<string>;
  note: string | null;
  order_id: string;
  to_status: ColumnOf<'order_steps.to_status'>;
}

export interface PasskeyChallengesTable {
  challenge: Buffer;
  expires_at: Date;
  purpose: 'add' | 'sign in' | 'confirm';
  user_id: string;
}

export interface PasskeysTable {
  counter: string;
  created_at: Date;
  credential_id: Buffer;
  id: Generated<string>;
  is_backed_up: boolean;
  last_used_at: Date | null;
  name: string;
  public_key: Buffer;
  transports: string[];
  user_id: string;
}

export interface PatientAlertsTable {
  created_at: Date;
  created_by: string;
  ended_at: Date | null;
  ended_by: string | null;
  ends_on: string | null;
  id: Generated<string>;
  patient_id: string;
  text: string;
  version: Generated<number>;
}

export interface PatientImportMappingsTable {
  choices: ColumnOf<'patient_import_mappings.choices'> | null;
  date_order: 'month first' | 'day first' | null;
  header: ColumnOf<'patient_import_mappings.header'>;
  id: Generated<string>;
  mapping: ColumnOf<'patient_import_mappings.mapping'>;
  name: string;
  saved_at: Date;
  words: ColumnOf<'patient_import_mappings.words'> | null;
}

export interface PatientImportNotesTable {
  import_id: string;
  line: number;
  notes: string;
}

export interface PatientImportProblemsTable {
  import_id: string;
  is_duplicate: boolean;
  is_skipped: Generated<boolean>;
  line: number;
  reasons: string;
}

export interface PatientImportsTable {
  active_at: Date | null;
  checked_at: Date | null;
  choices: ColumnOf<'patient_imports.choices'> | null;
  column_contents: ColumnOf<'patient_imports.column_contents'> | null;
  compares_ssn: Generated<boolean>;
  date_order: 'month first' | 'day first' | null;
  duplicates: Generated<number>;
  ended_at: Date | null;
  failed: Generated<number>;
  file_hash: Buffer;
  file_key: Buffer | null;
  file_name: string;
  first_lines: ColumnOf<'patient_imports.first_lines'> | null;
  found_values: ColumnOf<'patient_imports.found_values'> | null;
  found_words: ColumnOf<'patient_imports.found_words'> | null;
  header: ColumnOf<'patient_imports.header'> | null;
  header_line: number | null;
  id: Generated<string>;
  imported: Generated<number>;
  lines: ColumnOf<'patient_imports.lines'> | null;
  mapping: ColumnOf<'patient_imports.mapping'> | null;
  mixed_dates: ColumnOf<'patient_imports.mixed_dates'> | null;
  notes: ColumnOf<'patient_imports.notes'> | null;
  preview: ColumnOf<'patient_imports.preview'> | null;
  refused: Generated<number>;
  row_count: number | null;
  rows_done: Generated<number>;
  run_id: string | null;
  sheet: string | null;
  sheets: ColumnOf<'patient_imports.sheets'> | null;
  skipped: Generated<number>;
  started_at: Date;
  started_by: string | null;
  state: 'Draft' | 'Unfinished' | 'Finished' | 'Undone';
  task: 'check' | 'import' | 'undo' | null;
  trouble: string | null;
  unchanged: Generated<number>;
  updated: Generated<number>;
  updates: ColumnOf<'patient_imports.updates'> | null;
  with_duplicates: Generated<boolean>;
  words: ColumnOf<'patient_imports.words'> | null;
}

export interface PatientImportUpdatesTable {
  changes: ColumnOf<'patient_import_updates.changes'>;
  former_ssn: Buffer | null;
  former_ssn_index: Buffer | null;
  import_id: string;
  line: number;
  patient_id: string;
  patient_version: number;
  state: 'Found' | 'Applied' | 'Undone';
}

export interface PatientsTable {
  address: string | null;
  city: string | null;
  created_at: Generated<Date>;
  date_of_birth: string;
  date_of_death: string | null;
  email: string | null;
  email_key: GeneratedAlways<string | null>;
  first_name: string;
  former_coverage: ColumnOf<'patients.former_coverage'> | null;
  former_mrn: string | null;
  gender: ColumnOf<'patients.gender'> | null;
  id: Generated<string>;
  import_id: string | null;
  insurance_key: GeneratedAlways<string | null>;
  insurance_policy_number: string | null;
  insurance_provider: string | null;
  is_active: Generated<boolean>;
  is_deceased: Generated<boolean>;
  last_name: string;
  medical_record_number: ColumnOf<'patients.medical_record_number'>;
  name_key: string;
  phone: string | null;
  search_text: string;
  ssn: Buffer | null;
  ssn_index: Buffer | null;
  state: string | null;
  updated_at: Generated<Date>;
  version: Generated<number>;
  zip_code: string | null;
}

export interface PatientSearchTable {
  is_active: boolean;
  mrn: number;
  name_key: string;
  patient_id: string;
  words: string;
}

export interface PayerLimitsTable {
  codes: string;
  earlier_codes: string | null;
  earlier_modifier: string | null;
  id: Generated<string>;
  is_active: boolean;
  is_by_side: boolean;
  looked_up_on: string | null;
  minimum_relief: number;
  months: number;
  name: string;
  payer: string;
  policy: string;
  sessions: number;
  source: string;
  source_url: string | null;
  valid_from: string | null;
  valid_to: string | null;
  version: Generated<number>;
  with_modifier: string | null;
  without_modifier: string | null;
}

export interface PendingFilesTable {
  created_at: Generated<Date>;
  id: Generated<string>;
  is_given_up: Generated<boolean>;
}

export interface PermissionAuditTable {
  affected_user_count: number;
  change_type: ColumnOf<'permission_audit.change_type'>;
  changed_at: ColumnOf<'permission_audit.changed_at'>;
  changed_by: string | null;
  entity_id: string;
  entity_type: 'User' | 'Role';
  expires_at: Date | null;
  id: Generated<string>;
  new_value: string;
  old_value: string;
  permission_id: string;
  reason: string;
}

export interface PermissionsTable {
  category: string;
  description: string;
  id: Generated<string>;
  name: string;
}

export interface PhoneMessageEventsTable {
  assigned_to_user_id: string | null;
  at: Date;
  body: string | null;
  changed_fields: Generated<string[]>;
  id: Generated<string>;
  kind: 'Created' | 'Edited' | 'Assigned' | 'StatusChanged' | 'Completed' | 'Note' | 'FollowUp';
  message_id: string;
  place: GeneratedAlways<number>;
  status: ColumnOf<'phone_message_events.status'> | null;
  user_id: string | null;
}

export interface PhoneMessageNumbersTable {
  last_number: number;
  year: number;
}

export interface PhoneMessagesTable {
  assigned_at: Date | null;
  assigned_by: string | null;
  assigned_to_user_id: string | null;
  call_at: Date;
  caller_name: string;
  caller_phone: string | null;
  category: 'Appointment' | 'Prescription' | 'TestResults' | 'Medical' | 'Billing' | 'Other';
  completed_at: Date | null;
  completed_by: string | null;
  created_at: Generated<Date>;
  created_by: string | null;
  deleted_at: Date | null;
  deleted_by: string | null;
  follow_up_to_id: string | null;
  id: Generated<string>;
  list_key: GeneratedAlways<string>;
  message: string;
  message_number: string;
  patient_id: string | null;
  priority: 'Urgent' | 'High' | 'Normal' | 'Low';
  resolution: string | null;
  search_text: Generated<string>;
  status: 'New' | 'InProgress' | 'Completed' | 'RequiresFollowUp';
  updated_at: Generated<Date>;
  version: Generated<number>;
}

export interface PillCountsTable {
  calculated_at: Date;
  counted_on: string;
  deleted_at: Date | null;
  deleted_by: string | null;
  id: Generated<string>;
  notes: string | null;
  patient_id: string;
  pills_carried_over: Generated<number>;
  pills_given: number;
  pills_remaining: number;
  prescription_date: string;
  prescription_name: string | null;
  provider_id: string;
  tenths_per_day: number;
}

export interface PracticeTable {
  is_only: Generated<boolean>;
  name: string;
  sheet_fingerprint: Buffer | null;
  time_zone: string;
}

export interface PracticeLetterheadTable {
  is_only: Generated<boolean>;
  logo: Buffer | null;
  updated_at: Date | null;
  updated_by: string | null;
  version: Generated<number>;
}

export interface PracticeLogosTable {
  created_at: Date;
  created_by: string | null;
  digest: Buffer;
  height: number;
  png: Buffer;
  width: number;
}

export interface RecentRecordsTable {
  kind: 'Patient' | 'Order' | 'Message' | 'Document';
  opened_at: Date;
  record_id: string;
  user_id: string;
}

export interface RecordEditorsTable {
  entity_id: string;
  entity_type: 'Dictation' | 'MedicalOrder' | 'Patient' | 'PhoneMessage' | 'Template';
  seen_at: Date;
  user_id: string;
}

export interface RightsVersionTable {
  is_only_row: Generated<boolean>;
  version: string;
}

export interface RolePermissionsTable {
  granted_at: Generated<Date>;
  granted_by: string | null;
  permission_id: string;
  role_id: string;
}

export interface RolesTable {
  description: string;
  display_order: number;
  id: Generated<string>;
  modified_at: Date | null;
  modified_by: string | null;
  name: string;
  two_factor_required_since: Date | null;
  version: Generated<number>;
}

export interface RowCountsTable {
  key: ColumnOf<'row_counts.key'>;
  rows: string;
  shard: number;
  source: string;
}

export interface SavedViewsTable {
  created_at: Date;
  id: Generated<string>;
  is_default: Generated<boolean>;
  list: string;
  name: string;
  state: ColumnOf<'saved_views.state'>;
  updated_at: Date;
  user_id: string;
  version: Generated<number>;
}

export interface SessionsTable {
  created_at: Date;
  end_reason: string | null;
  ended_at: Date | null;
  expires_at: Date;
  id: Generated<string>;
  ip_address: string;
  is_single_sign_on: Generated<boolean>;
  last_activity_at: Date;
  user_agent: string;
  user_id: string;
}

export interface ShortcutsTable {
  id: Generated<string>;
  name: string;
  owner_id: string | null;
  text: string;
  version: Generated<number>;
}

export interface SignedPrintsTable {
  date_of_birth: string | null;
  dictation_id: string;
  gender: string | null;
  letterhead: Buffer;
  medical_record_number: string;
  patient_first_name: string;
  patient_last_name: string;
  provider_first_name: string;
  provider_last_name: string;
  report: ColumnOf<'signed_prints.report'> | null;
  taken_at: Date;
  template_name: string;
  writer_first_name: string;
  writer_last_name: string;
}

export interface SigningChecksTable {
  action: 'warn' | 'block';
  check_id: string;
  updated_at: Date;
  updated_by: string;
}

export interface SpeechSettingsTable {
  command_word: Generated<string>;
  is_only: Generated<boolean>;
  version: Generated<number>;
  words: Generated<string>;
}

export interface SsoIdentitiesTable {
  issuer: string;
  linked_at: Date;
  refused_at: Date | null;
  subject: string;
  user_id: string;
}

export interface SsoSignInsTable {
  browser_hash: Buffer;
  expires_at: Date;
  secret: Buffer;
  state_hash: Buffer;
}

export interface SsoTicketsTable {
  browser_hash: Buffer;
  created_at: Date;
  expires_at: Date;
  is_new_link: boolean;
  issuer: string;
  subject: string;
  ticket_hash: Buffer;
  user_id: string;
}

export interface SuggestionSettingsTable {
  is_only: Generated<boolean>;
  one_sided_modifier: '50' | 'side';
  updated_at: Date;
  updated_by: string;
}

export interface TemplateCasesTable {
  answers: ColumnOf<'template_cases.answers'>;
  billing_option: 'standard' | 'reduced' | 'noshow-patient' | 'noshow-provider';
  created_at: Date;
  created_by: string | null;
  expected: ColumnOf<'template_cases.expected'>;
  id: Generated<string>;
  name: string;
  template_id: string;
  updated_at: Date;
  updated_by: string | null;
  version: Generated<number>;
}

export interface TemplateCategoriesTable {
  created_at: Generated<Date>;
  display_order: number;
  icon:
    | 'category'
    | 'medical_services'
    | 'assignment'
    | 'description'
    | 'folder'
    | 'local_hospital'
    | 'healing'
    | 'science';
  id: GeneratedAlways<number>;
  name: string;
  report_title: string | null;
  updated_at: Generated<Date>;
  version: Generated<number>;
}

export interface TemplatePreferencesTable {
  defaults: Generated<ColumnOf<'template_preferences.defaults'>>;
  is_default: Generated<boolean>;
  template_id: string;
  updated_at: Generated<Date>;
  user_id: string;
}

export interface TemplatesTable {
  category_id: number | null;
  content_version: Generated<number>;
  created_at: Generated<Date>;
  created_by: string | null;
  deleted_at: Date | null;
  deleted_by: string | null;
  id: Generated<string>;
  is_active: Generated<boolean>;
  last_used_at: Date | null;
  name: string;
  needs_co_signature: Generated<boolean>;
  procedure_type: string;
  quick_access_order: number | null;
  report_title: string | null;
  short_description: string | null;
  updated_at: Generated<Date>;
  updated_by: string | null;
  usage_count: Generated<number>;
  version: Generated<number>;
}

export interface TemplateVersionsTable {
  auto_populate: string;
  content: string;
  content_version: number;
  created_at: Generated<Date>;
  created_by: string | null;
  is_used: Generated<boolean>;
  template_id: string;
}

export interface TimecardCorrectionsTable {
  action: 'Added' | 'Changed' | 'Closed' | 'Confirmed' | 'Deleted' | 'Proposed';
  at: ColumnOf<'timecard_corrections.at'>;
  corrected_by: string;
  id: Generated<string>;
  new_values: ColumnOf<'timecard_corrections.new_values'> | null;
  old_values: ColumnOf<'timecard_corrections.old_values'> | null;
  reason: string;
  timecard_id: string;
}

export interface TimecardsTable {
  clock_in_at: Date;
  clock_out_at: Date | null;
  deleted_at: Date | null;
  deleted_by: string | null;
  hours_confirmed: Generated<boolean>;
  id: Generated<string>;
  is_corrected: Generated<boolean>;
  lunch_end_at: Date | null;
  lunch_start_at: Date | null;
  notes: string | null;
  own_correction: Generated<boolean>;
  proposal: ColumnOf<'timecards.proposal'> | null;
  user_id: string;
  version: Generated<number>;
}

export interface TimecardSchedulesTable {
  day_of_week: number;
  effective_from: string;
  effective_to: string | null;
  end_time: string;
  grace_minutes: number;
  id: Generated<string>;
  lunch_minutes: number;
  lunch_start_time: string | null;
  requires_lunch: boolean;
  start_time: string;
  user_id: string;
  version: Generated<number>;
}

export interface TitlesTable {
  code: string;
  description: string;
  display_order: number;
  id: Generated<string>;
  is_active: Generated<boolean>;
  version: Generated<number>;
}

export interface TwoFactorPolicyTable {
  grace_days: number;
  is_only: Generated<boolean>;
  version: Generated<number>;
}

export interface UnknownSignInsTable {
  ip_address: string;
  recorded_at: Date;
  refused: string;
  unrecorded: number;
}

export interface UsedLiveTicketsTable {
  expires_at: Date;
  id: string;
}

export interface UserInactivePeriodsTable {
  from_at: Date;
  to_at: Date | null;
  user_id: string;
}

export interface UserPermissionOverridesTable {
  created_at: Generated<Date>;
  created_by: string | null;
  expires_at: Date | null;
  is_granted: boolean;
  permission_id: string;
  reason: string;
  user_id: string;
}

export interface UserRolesTable {
  assigned_at: Generated<Date>;
  role_id: string;
  user_id: string;
}

export interface UsersTable {
  created_at: Generated<Date>;
  email: string;
  email_confirmed_at: Date | null;
  employee_id: Generated<string>;
  first_name: string;
  hire_date: string | null;
  id: Generated<string>;
  is_active: Generated<boolean>;
  last_login_at: Date | null;
  last_name: string;
  must_change_password: Generated<boolean>;
  npi: string | null;
  office_id: string | null;
  password_hash: string;
  preferences: Generated<ColumnOf<'users.preferences'>>;
  recovery_code_hashes: Generated<string[]>;
  supervisor_id: string | null;
  temporary_password_expires_at: Date | null;
  title: string | null;
  totp_enabled: Generated<boolean>;
  totp_last_step: string | null;
  totp_secret: Buffer | null;
  two_factor_off_at: Date | null;
  updated_at: Generated<Date>;
  user_name: string;
  version: Generated<number>;
}

export interface WebhookDeliveriesTable {
  activity_id: string;
  at: Date;
  attempts: Generated<number>;
  entity_id: string | null;
  entity_type: string;
  event: ColumnOf<'webhook_deliveries.event'>;
  finished_at: Date | null;
  id: Generated<string>;
  last_attempt_at: Date | null;
  last_problem: string | null;
  last_status: number | null;
  next_attempt_at: Date;
  state: Generated<'waiting' | 'delivered' | 'failed'>;
  webhook_id: string;
}

export interface WebhookOldSecretsTable {
  id: Generated<string>;
  secret: Buffer;
  until: Date;
  webhook_id: string;
}

export interface WebhooksTable {
  created_at: Date;
  events: ColumnOf<'webhooks.events'>;
  failed_at: Date | null;
  failed_tries: Generated<number>;
  failing_since: Date | null;
  id: string;
  is_active: Generated<boolean>;
  last_success_at: Date | null;
  name: string;
  old_secret: Buffer | null;
  old_secret_until: Date | null;
  paused_because: 'gone' | 'failing' | null;
  secret: Buffer;
  url: string;
  version: Generated<number>;
}

export interface WorkRulesTable {
  daily_overtime: number | null;
  effective_from: string;
  time_zone: string;
  weekly_overtime: number;
}

export interface Database {
  activities: ActivitiesTable;
  api_key_permissions: ApiKeyPermissionsTable;
  api_keys: ApiKeysTable;
  audit_chains: AuditChainsTable;
  audit_log: AuditLogTable;
  audit_marks: AuditMarksTable;
  audit_verifications: AuditVerificationsTable;
  backups: BackupsTable;
  billing_code_rule_codes: BillingCodeRuleCodesTable;
  billing_code_rules: BillingCodeRulesTable;
  billing_code_uses: BillingCodeUsesTable;
  billing_codes: BillingCodesTable;
  charge_batches: ChargeBatchesTable;
  charge_csv_columns: ChargeCsvColumnsTable;
  charge_entries: ChargeEntriesTable;
  clock_watch: ClockWatchTable;
  co_signatures: CoSignaturesTable;
  code_change_decisions: CodeChangeDecisionsTable;
  code_edition_notices: CodeEditionNoticesTable;
  code_file_codes: CodeFileCodesTable;
  code_file_pairs: CodeFilePairsTable;
  code_file_rationales: CodeFileRationalesTable;
  code_files: CodeFilesTable;
  code_search_words: CodeSearchWordsTable;
  database_checks: DatabaseChecksTable;
  dictation_addenda: DictationAddendaTable;
  dictation_codes: DictationCodesTable;
  dictation_drafts: DictationDraftsTable;
  dictation_groups: DictationGroupsTable;
  dictation_print_batches: DictationPrintBatchesTable;
  dictation_sessions: DictationSessionsTable;
  dictations: DictationsTable;
  documents: DocumentsTable;
  form_drafts: FormDraftsTable;
  idempotency_keys: IdempotencyKeysTable;
  job_states: JobStatesTable;
  letterheads: LetterheadsTable;
  location_headers: LocationHeadersTable;
  login_failures: LoginFailuresTable;
  master_key_fingerprint: MasterKeyFingerprintTable;
  medical_orders: MedicalOrdersTable;
  name_words: NameWordsTable;
  notifications: NotificationsTable;
  office_ip_whitelist: OfficeIpWhitelistTable;
  offices: OfficesTable;
  order_numbers: OrderNumbersTable;
  order_steps: OrderStepsTable;
  passkey_challenges: PasskeyChallengesTable;
  passkeys: PasskeysTable;
  patient_alerts: PatientAlertsTable;
  patient_import_mappings: PatientImportMappingsTable;
  patient_import_notes: PatientImportNotesTable;
  patient_import_problems: PatientImportProblemsTable;
  patient_import_updates: PatientImportUpdatesTable;
  patient_imports: PatientImportsTable;
  patient_search: PatientSearchTable;
  patients: PatientsTable;
  payer_limits: PayerLimitsTable;
  pending_files: PendingFilesTable;
  permission_audit: PermissionAuditTable;
  permissions: PermissionsTable;
  phone_message_events: PhoneMessageEventsTable;
  phone_message_numbers: PhoneMessageNumbersTable;
  phone_messages: PhoneMessagesTable;
  pill_counts: PillCountsTable;
  practice: PracticeTable;
  practice_letterhead: PracticeLetterheadTable;
  practice_logos: PracticeLogosTable;
  recent_records: RecentRecordsTable;
  record_editors: RecordEditorsTable;
  rights_version: RightsVersionTable;
  role_permissions: RolePermissionsTable;
  roles: RolesTable;
  row_counts: RowCountsTable;
  saved_views: SavedViewsTable;
  sessions: SessionsTable;
  shortcuts: ShortcutsTable;
  signed_prints: SignedPrintsTable;
  signing_checks: SigningChecksTable;
  speech_settings: SpeechSettingsTable;
  sso_identities: SsoIdentitiesTable;
  sso_sign_ins: SsoSignInsTable;
  sso_tickets: SsoTicketsTable;
  suggestion_settings: SuggestionSettingsTable;
  template_cases: TemplateCasesTable;
  template_categories: TemplateCategoriesTable;
  template_preferences: TemplatePreferencesTable;
  template_versions: TemplateVersionsTable;
  templates: TemplatesTable;
  timecard_corrections: TimecardCorrectionsTable;
  timecard_schedules: TimecardSchedulesTable;
  timecards: TimecardsTable;
  titles: TitlesTable;
  two_factor_policy: TwoFactorPolicyTable;
  unknown_sign_ins: UnknownSignInsTable;
  used_live_tickets: UsedLiveTicketsTable;
  user_inactive_periods: UserInactivePeriodsTable;
  user_permission_overrides: UserPermissionOverridesTable;
  user_roles: UserRolesTable;
  users: UsersTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_old_secrets: WebhookOldSecretsTable;
  webhooks: WebhooksTable;
  work_rules: WorkRulesTable;
}
