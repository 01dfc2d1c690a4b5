import type { CodeFileDifferences } from '@portal/contract/code-files';
import type { Activity } from '@portal/contract/dashboard';
import type { PermissionChangeType } from '@portal/contract/permissions';
import type { ViewState } from '@portal/contract/saved-views';
import type { Letterhead } from '@portal/contract/signed-print';
import type { TimecardCorrection } from '@portal/contract/timecards';
import type { ActivityEvent } from '@portal/domain/activity-event';
import type { BilateralIndicator } from '@portal/domain/billing-line';
import type { CodeRow } from '@portal/domain/code-files/rows';
import type { LineCounts } from '@portal/domain/csv-lines';
import type { EditedFrom } from '@portal/domain/dictation/edited-text';
import type { PrintedReport } from '@portal/domain/dictation/print';
import type { DocumentCategory, DocumentType, FileType } from '@portal/domain/document';
import type { MessageStatus } from '@portal/domain/message-status';
import type { OrderStatus } from '@portal/domain/order-status';
import type { ProvenDates } from '@portal/domain/patient-import/birth-date';
import type { FoundValue, ValueChoices } from '@portal/domain/patient-import/choices';
import type { ColumnContent } from '@portal/domain/patient-import/column-samples';
import type { ColumnMapping } from '@portal/domain/patient-import/columns';
import type { FormerCoverage } from '@portal/domain/patient-import/coverage';
import type { FoundChange, UpdateChoice } from '@portal/domain/patient-import/updates';
import type { FoundSheet } from '@portal/domain/patient-import/found-sheet';
import type { FoundWord, WordAnswers } from '@portal/domain/patient-import/words';
import type { CaseResult } from '@portal/domain/template/cases';
import type { ConditionGroup } from '@portal/domain/template/content';
import type { FieldValues } from '@portal/domain/template/value';
import type { ColumnType, GeneratedAlways } from 'kysely';

/** Written once and never updated. */
type Immutable<T> = ColumnType<T, T, never>;
/** Read parsed, written as JSON text. */
type Json<T> = ColumnType<T, string, string>;
type ImmutableJson<T> = ColumnType<T, string, never>;

/** A chain, the sequence number of its last entry and that entry’s hash in base64. */
export type MarkedHead = readonly [chain: number, seq: number, mac: string];

/** The first bad entry that a check found. */
export interface FoundBad {
  readonly chain: number;
  readonly sequence: number;
  readonly tampering: 'changed' | 'removed' | 'reordered' | 'inserted' | 'cut off' | 'earlier check';
  readonly entryId: string | null;
  readonly timestamp: string | null;
}

/** What `schema.ts` cannot get from the database. Null and defaults still come from there. */
interface ColumnTypes {
  // The shape of JSON.
  'audit_log.new_values': ImmutableJson<Record<string, unknown>>;
  'audit_log.old_values': ImmutableJson<Record<string, unknown>>;
  'audit_marks.heads': ImmutableJson<MarkedHead[]>;
  'audit_verifications.first_bad': Json<FoundBad>;
  'billing_code_rules.conditions': Json<ConditionGroup>;
  'code_file_codes.facts': Json<CodeRow['facts']>;
  'code_files.differences': Json<CodeFileDifferences>;
  'code_files.problems': Json<{ count: number; first: { line: number; reason: string }[] }>;
  'dictations.form_data': Json<FieldValues>;
  'dictations.edited_from': Json<EditedFrom>;
  'letterheads.content': Json<Letterhead>;
  'patient_import_mappings.choices': Json<ValueChoices>;
  'patient_import_mappings.header': Json<string[]>;
  'patient_import_mappings.mapping': Json<ColumnMapping>;
  'patient_import_mappings.words': Json<WordAnswers>;
  'patient_imports.choices': Json<ValueChoices>;
  'patient_imports.found_values': Json<FoundValue[]>;
  'patient_import_updates.changes': Json<FoundChange[]>;
  'patient_imports.column_contents': Json<ColumnContent[]>;
  'patient_imports.first_lines': Json<{ line: number; text: string }[]>;
  'patient_imports.found_words': Json<FoundWord[]>;
  'patient_imports.header': Json<string[]>;
  'patient_imports.lines': Json<LineCounts>;
  'patient_imports.mapping': Json<ColumnMapping>;
  'patient_imports.mixed_dates': Json<ProvenDates>;
  'patient_imports.notes': Json<{ text: string; count: number; lines?: readonly number[] }[]>;
  'patient_imports.preview': Json<string[][]>;
  'patient_imports.sheets': Json<FoundSheet[]>;
  'patient_imports.updates': Json<UpdateChoice>;
  'patient_imports.words': Json<WordAnswers>;
  'patients.former_coverage': Json<FormerCoverage>;
  'saved_views.state': Json<ViewState>;
  'signed_prints.report': ImmutableJson<PrintedReport>;
  'template_cases.answers': Json<FieldValues>;
  'template_cases.expected': Json<CaseResult>;
  'template_preferences.defaults': Json<FieldValues>;
  'timecard_corrections.new_values': ImmutableJson<NonNullable<TimecardCorrection['newValues']>>;
  'timecard_corrections.old_values': ImmutableJson<NonNullable<TimecardCorrection['oldValues']>>;
  'timecards.proposal': Json<Partial<NonNullable<TimecardCorrection['newValues']>>>;
  'users.preferences': Json<Record<string, unknown>>;
  'row_counts.key': Json<Record<string, string | boolean>>;
  // Values without a list in a check constraint.
  'activities.color': Activity['color'];
  'activities.icon': Activity['icon'];
  'billing_codes.bilateral_indicator': BilateralIndicator;
  'documents.category': DocumentCategory;
  'documents.file_type': FileType;
  'documents.type': DocumentType;
  'order_steps.from_status': OrderStatus;
  'order_steps.to_status': OrderStatus;
  'patients.gender': 'Male' | 'Female' | 'Other';
  'permission_audit.change_type': PermissionChangeType;
  'phone_message_events.status': MessageStatus;
  'webhook_deliveries.event': ActivityEvent;
  'webhooks.events': ActivityEvent[];
  // Copied by a database trigger.
  'dictations.patient_key': GeneratedAlways<string>;
  // Never updated.
  'co_signatures.dictation_id': Immutable<string>;
  'co_signatures.requested_at': Immutable<Date>;
  'dictation_addenda.author_id': Immutable<string>;
  'dictation_addenda.author_name': Immutable<string>;
  'dictation_addenda.author_title': Immutable<string>;
  'dictation_addenda.created_at': Immutable<Date>;
  'dictation_addenda.dictation_id': Immutable<string>;
  'dictation_addenda.reason': Immutable<string>;
  'dictation_addenda.text': Immutable<string>;
  'dictation_drafts.owner_id': Immutable<string>;
  'form_drafts.user_id': Immutable<string>;
  'dictation_groups.created_at': Immutable<Date>;
  'dictation_groups.created_by': Immutable<string>;
  'dictation_groups.location_id': Immutable<string>;
  'dictation_groups.procedure_date': Immutable<string>;
  'dictation_groups.provider_id': Immutable<string>;
  'dictation_print_batches.dictation_ids': Immutable<string[]>;
  'dictation_print_batches.expires_at': Immutable<Date>;
  'dictation_print_batches.user_id': Immutable<string>;
  'dictations.created_by': Immutable<string>;
  'dictations.template_id': Immutable<string>;
  'dictations.template_version': Immutable<number>;
  'documents.id': Immutable<string>;
  'medical_orders.created_by': Immutable<string>;
  'medical_orders.order_number': Immutable<string>;
  'medical_orders.patient_id': Immutable<string>;
  'patients.medical_record_number': Immutable<string>;
  'permission_audit.changed_at': Immutable<Date>;
  'timecard_corrections.at': Immutable<Date>;
}

/** The type of a column, without null. */
export type ColumnOf<Column extends keyof ColumnTypes> = ColumnTypes[Column];
