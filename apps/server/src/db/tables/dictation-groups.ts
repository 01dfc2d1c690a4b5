import type { ColumnType, Generated } from 'kysely';

export interface DictationGroupsTable {
  id: Generated<string>;
  group_name: string;
  notes: string | null;
  provider_id: ColumnType<string, string, never>;
  location_id: ColumnType<string, string, never>;
  /** YYYY-MM-DD. */
  procedure_date: ColumnType<string, string, never>;
  version: Generated<number>;
  created_by: ColumnType<string, string, never>;
  created_at: ColumnType<Date, Date, never>;
  updated_at: ColumnType<Date, Date, Date>;
}

export interface DictationPrintBatchesTable {
  id: Generated<string>;
  user_id: ColumnType<string, string, never>;
  dictation_ids: ColumnType<string[], string[], never>;
  expires_at: ColumnType<Date, Date, never>;
}
