-- Documents. The files are in the file store, encrypted; a row has the key of its file.

-- Files without a record: being uploaded, or being removed. The id is that of the file in the store.
create table pending_files (
  id uuid primary key default uuidv7(),
  is_given_up boolean not null default false,
  created_at timestamptz not null default now()
);

create table documents (
  -- Also the id of the file in the store.
  id uuid primary key,
  patient_id uuid not null references patients,
  type text not null,
  category text not null,
  -- Blank once the file is removed for good. The row stays, because the audit log refers to it.
  file_name text not null,
  note text,
  file_key bytea,
  -- The name for sorting: without case and accents.
  file_name_key text collate "C" not null,
  file_type text not null,
  size_bytes integer not null check (size_bytes > 0),
  -- A keyed hash of the content that finds duplicates.
  content_hash bytea,
  uploaded_by uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid references users,
  delete_reason text,
  -- When the file was removed for good.
  purged_at timestamptz,
  -- Since when the file is known to be damaged or missing.
  damaged_at timestamptz,
  check ((purged_at is null) = (file_key is not null))
)
with (
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02
);

-- One index per sort order, and one per sort order within each type and category, which lists of a type or category merge.
create index documents_created_idx on documents (created_at, id) where deleted_at is null;
create index documents_name_idx on documents (file_name_key, id) where deleted_at is null;
create index documents_size_idx on documents (size_bytes, id) where deleted_at is null;
create index documents_kind_created_idx on documents (type, category, created_at, id) where deleted_at is null;
create index documents_kind_name_idx on documents (type, category, file_name_key, id) where deleted_at is null;
create index documents_kind_size_idx on documents (type, category, size_bytes, id) where deleted_at is null;
create index documents_patient_idx on documents (patient_id, created_at, id) where deleted_at is null;
create index documents_hash_idx on documents (content_hash) where deleted_at is null;
create index documents_deleted_idx on documents (deleted_at, id) where deleted_at is not null and purged_at is null;
create index documents_damaged_idx on documents (damaged_at) where damaged_at is not null;

-- The number of documents of each kind, without counting them. Each connection uses its own rows, so that writers rarely wait for
-- each other.
create table document_counts (
  type text not null,
  category text not null,
  shard smallint not null,
  count bigint not null,
  primary key (type, category, shard)
) with (fillfactor = 50);

create function documents_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into document_counts as c (type, category, shard, count)
      select type, category, pg_backend_pid() % 32, count(*) from added where deleted_at is null
      group by type, category order by type, category
      on conflict (type, category, shard) do update set count = c.count + excluded.count;
  elsif tg_op = 'DELETE' then
    insert into document_counts as c (type, category, shard, count)
      select type, category, pg_backend_pid() % 32, -count(*) from removed where deleted_at is null
      group by type, category order by type, category
      on conflict (type, category, shard) do update set count = c.count + excluded.count;
  else
    insert into document_counts as c (type, category, shard, count)
      select type, category, pg_backend_pid() % 32, sum(change)::bigint from (
        select type, category, 1 as change from added where deleted_at is null
        union all
        select type, category, -1 from removed where deleted_at is null
      ) as changes
      group by type, category having sum(change) <> 0 order by type, category
      on conflict (type, category, shard) do update set count = c.count + excluded.count;
  end if;
  return null;
end
$$;
create trigger documents_count_insert after insert on documents
  referencing new table as added for each statement execute function documents_count();
create trigger documents_count_update after update on documents
  referencing old table as removed new table as added for each statement execute function documents_count();
create trigger documents_count_delete after delete on documents
  referencing old table as removed for each statement execute function documents_count();
