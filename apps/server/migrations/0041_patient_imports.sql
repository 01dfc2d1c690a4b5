-- Imports of patients from other systems (docs/decisions/0041).
create table patient_imports (
  id uuid primary key default uuidv7(),
  file_name text not null check (length(file_name) between 1 and 255),
  -- SHA-256 of the file: an import that was cut off continues with the same file only.
  file_hash bytea not null check (length(file_hash) = 32),
  state text not null check (state in ('Unfinished', 'Finished', 'Undone')),
  -- Rows of the file that are imported or skipped. The others follow when the import continues.
  rows_done integer not null default 0,
  imported integer not null default 0,
  failed integer not null default 0,
  duplicates integer not null default 0,
  -- Null: by a command.
  started_by uuid references users,
  started_at timestamptz not null,
  ended_at timestamptz
);
create unique index patient_imports_unfinished_key on patient_imports ((true)) where state = 'Unfinished';

-- The number of a patient in the old system, which searches find like the medical record number.
alter table patients add column former_mrn text check (length(former_mrn) between 1 and 50);
alter table patients add column import_id uuid references patient_imports;
create index patients_import_idx on patients (import_id) where import_id is not null;
