import type { DocumentCategory, DocumentType, FileType } from '@portal/domain/document';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, NullableInstant } from './columns.ts';

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

/** Updated by the database with every change. */
export interface DocumentCountsTable {
  type: DocumentType;
  category: DocumentCategory;
  shard: number;
  count: string;
}
