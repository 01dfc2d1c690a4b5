-- Notes that were entered in billing, in batches (docs/decisions/0034).
create table charge_batches (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) between 1 and 60),
  created_by uuid not null references users,
  created_at timestamptz not null
);

-- One row per entry of a note. An undone entry stays. The latest entry is the one with the most addenda.
create table charge_entries (
  id uuid primary key default uuidv7(),
  batch_id uuid not null references charge_batches,
  dictation_id uuid not null references dictations,
  -- The addenda that the note had when it was entered; the note has changed since if it has more.
  addendum_count integer not null check (addendum_count >= 0),
  entered_by uuid not null references users,
  entered_at timestamptz not null,
  undone_by uuid references users,
  undone_at timestamptz,
  check ((undone_at is null) = (undone_by is null))
);
-- The same content is never entered twice.
create unique index charge_entries_live_key on charge_entries (dictation_id, addendum_count) where undone_at is null;
create index charge_entries_batch_idx on charge_entries (batch_id);
create index charge_entries_dictation_idx on charge_entries (dictation_id);

create function charge_entries_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'entries in billing are kept' using errcode = 'restrict_violation';
  end if;
  if old.undone_at is not null
    or to_jsonb(new) - array['undone_at', 'undone_by'] is distinct from to_jsonb(old) - array['undone_at', 'undone_by'] then
    raise exception 'an entry in billing can only be undone' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger charge_entries_keep before update or delete on charge_entries
  for each row execute function charge_entries_keep();

-- The practice's columns of the CSV file. No row for the default.
create table charge_csv_columns (
  is_only boolean primary key default true check (is_only),
  columns text[] not null check (cardinality(columns) > 0),
  version integer not null default 1,
  updated_by uuid not null references users,
  updated_at timestamptz not null
);

-- Orders by when they were completed.
create index order_steps_completed_idx on order_steps (changed_at, order_id) where to_status = 'Completed';
