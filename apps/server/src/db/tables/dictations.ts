import type { CodeType } from '@portal/domain/billing-code';
import type { DictationStatus } from '@portal/domain/dictation';
import type { BillingOption } from '@portal/domain/template/billing-option';
import type { FieldValues } from '@portal/domain/template/value';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Instant, NullableInstant } from './columns.ts';

export interface DictationsTable {
  id: Generated<string>;
  template_id: ColumnType<string, string, never>;
  template_version: ColumnType<number, number, never>;
  patient_id: string;
  provider_id: string;
  location_id: string;
  procedure_location: string;
  procedure_date: string;
  status: ColumnType<DictationStatus, DictationStatus | undefined, DictationStatus>;
  form_data: ColumnType<FieldValues, string, string>;
  edited_fields: string[];
  billing_option: BillingOption;
  complications: string | null;
  group_id: ColumnType<string | null, string | null | undefined, string | null>;
  is_active: Generated<boolean>;
  deactivated_at: NullableInstant;
  deactivated_by: ColumnType<string | null, string | null | undefined, string | null>;
  addendum_count: Generated<number>;
  /** Copied by a database trigger. */
  patient_key: ColumnType<string, never, never>;
  signed_at: NullableInstant;
  signed_by: ColumnType<string | null, string | null | undefined, string | null>;
  signer_name: ColumnType<string | null, string | null | undefined, string | null>;
  signer_title: ColumnType<string | null, string | null | undefined, string | null>;
  content_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  created_by: ColumnType<string, string, never>;
  created_at: Instant;
  updated_by: string;
  updated_at: Instant;
  version: Generated<number>;
}

export interface DictationCodesTable {
  dictation_id: string;
  /** Position, starting at 0. */
  place: number;
  code_type: CodeType;
  code: string;
  description: string;
  modifiers: string;
  billing_code_id: string | null;
}

export interface DictationAddendaTable {
  id: Generated<string>;
  dictation_id: ColumnType<string, string, never>;
  place: GeneratedAlways<number>;
  text: ColumnType<string, string, never>;
  reason: ColumnType<string | null, string | null, never>;
  author_id: ColumnType<string, string, never>;
  author_name: ColumnType<string, string, never>;
  author_title: ColumnType<string | null, string | null, never>;
  created_at: ColumnType<Date, Date, never>;
}

export interface DictationCountsTable {
  shard: number;
  status: DictationStatus;
  is_active: boolean;
  dictations: string;
}

export interface DictationSessionsTable {
  user_id: string;
  /** The date in the practice’s time zone. */
  day: string;
  provider_id: string;
  location_id: string;
  session_date: string;
  updated_at: Instant;
}

export interface DictationDraftsTable {
  id: string;
  owner_id: ColumnType<string, string, never>;
  dictation_id: string | null;
  template_id: string;
  template_version: number;
  base_version: number | null;
  revision: number;
  editor_id: string;
  content: Buffer | null;
  saved_as: string | null;
  updated_at: Instant;
}
