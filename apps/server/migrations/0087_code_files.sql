-- Official files about codes, and their rows (docs/decisions/0103).
create table code_files (
  -- Also the id of the uploaded file.
  id uuid primary key default uuidv7(),
  -- Short key of its rows.
  file_no integer generated always as identity unique,
  kind text not null check (kind in ('hcpcs', 'feeSchedule', 'ptp', 'mue', 'addOn', 'icd10', 'asp')),
  -- The official name of what was recognized.
  title text not null check (length(title) between 1 and 200),
  file_name text not null check (length(file_name) between 1 and 255),
  file_hash bytea not null check (length(file_hash) = 32),
  byte_size bigint not null,
  -- Of an uploaded file, until it is removed. Null: by a command.
  file_key bytea,
  -- The first and the last day of the edition. Null: the file does not say.
  edition_from date,
  edition_to date,
  -- A draft was read and not loaded. Only the rows of loaded files count.
  state text not null check (state in ('Draft', 'Loaded', 'Undone')),
  row_count integer,
  rows_done integer not null default 0,
  -- What the check found: rows that cannot be read, and what differs from the edition before.
  problems jsonb,
  differences jsonb,
  checked_at timestamptz,
  -- Why the last work on it failed.
  trouble text,
  -- The work in progress. Only the process that set the run may go on; without a recent sign of life, it was cut off.
  task text check (task in ('check', 'load', 'undo')),
  run_id uuid,
  active_at timestamptz,
  -- Null: by a command.
  uploaded_by uuid references users,
  uploaded_at timestamptz not null,
  loaded_at timestamptz,
  undone_at timestamptz,
  check ((task is null) = (run_id is null) and (run_id is null) = (active_at is null)),
  check (edition_to >= edition_from),
  check (state <> 'Loaded' or edition_from is not null)
);
create unique index code_files_hash_key on code_files (file_hash) where state = 'Loaded';
create index code_files_kind_idx on code_files (kind, edition_from desc) where state = 'Loaded';
create index code_files_uploaded_idx on code_files (uploaded_at desc, id desc);

-- Rows about one code. Rows of a file that is not loaded are deleted when it is loaded again.
create table code_file_codes (
  file_no integer not null,
  code text not null,
  -- What tells rows of a code apart: the modifier, the primary code, or the NDC.
  part text not null,
  valid_from date,
  valid_to date,
  facts jsonb not null
);
create index code_file_codes_idx on code_file_codes (file_no, code, part);

-- Pairs of procedures: millions of rows.
create table code_file_pairs (
  file_no integer not null,
  column1 text not null,
  column2 text not null,
  valid_from date not null,
  valid_to date,
  indicator smallint not null check (indicator in (0, 1, 9)),
  rationale smallint not null
);
create index code_file_pairs_idx on code_file_pairs (file_no, column1, column2);
create index code_file_pairs_column2_idx on code_file_pairs (file_no, column2);

-- The few reasons of pairs.
create table code_file_rationales (
  rationale smallint generated always as identity primary key,
  text text not null unique
);
