-- Imports of patients from other systems (docs/decisions/0036).
create table patient_imports (
  -- Also the id of the uploaded file.
  id uuid primary key default uuidv7(),
  file_name text not null check (length(file_name) between 1 and 255),
  -- Identifies the content: an import that was cut off continues with the same file only.
  file_hash bytea not null check (length(file_hash) = 32),
  -- Of an uploaded file, until it is removed. Null: by a command.
  file_key bytea,
  -- A draft is an uploaded file that is not imported yet. Its counts are those of the check.
  state text not null check (state in ('Draft', 'Unfinished', 'Finished', 'Undone')),
  -- Columns of a CSV file, and which of them are used; null for FHIR and by a command.
  header jsonb,
  mapping jsonb,
  -- How dates with numbers only are read. Null: as most dates of the file.
  date_order text check (date_order in ('month first', 'day first')),
  with_duplicates boolean not null default false,
  -- Rows of the file, once they are counted.
  row_count integer,
  -- Rows of the file that are checked, imported or skipped. The others follow when the import continues.
  rows_done integer not null default 0,
  imported integer not null default 0,
  failed integer not null default 0,
  duplicates integer not null default 0,
  -- What the check found: the first rows that will be imported, and what is left out.
  preview jsonb,
  notes jsonb,
  checked_at timestamptz,
  -- Why the last work on it failed.
  trouble text,
  -- The work in progress. Only the process that set the run may go on; without a recent sign of life, it was cut off.
  task text check (task in ('check', 'import', 'undo')),
  run_id uuid,
  active_at timestamptz,
  -- Null: by a command.
  started_by uuid references users,
  started_at timestamptz not null,
  ended_at timestamptz,
  check ((task is null) = (run_id is null) and (run_id is null) = (active_at is null))
);
create unique index patient_imports_open_key on patient_imports ((true)) where state in ('Draft', 'Unfinished');

-- Rows of a file that fail or are likely duplicates, without their values.
create table patient_import_problems (
  import_id uuid not null references patient_imports on delete cascade,
  line integer not null,
  is_duplicate boolean not null,
  reasons text not null,
  primary key (import_id, line)
);

-- Mappings of the practice, for files with the same columns.
create table patient_import_mappings (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) between 1 and 60),
  header jsonb not null,
  mapping jsonb not null,
  date_order text check (date_order in ('month first', 'day first')),
  saved_at timestamptz not null
);
create unique index patient_import_mappings_name_key on patient_import_mappings (lower(name));

-- The number of a patient in the old system, which searches find like the medical record number.
alter table patients add column former_mrn text check (length(former_mrn) between 1 and 50);
alter table patients add column import_id uuid references patient_imports;
create index patients_import_idx on patients (import_id) where import_id is not null;
-- Whether any has letters, which words of a search can match.
create index patients_lettered_former_mrn_idx on patients (id) where former_mrn ~ '[^0-9 ./-]';
