-- Dictations with their codes, signatures and addenda, sessions and drafts.

create table dictations (
  id uuid primary key default uuidv7(),
  template_id uuid not null,
  -- The template version that it was written with.
  template_version integer not null,
  patient_id uuid not null references patients,
  provider_id uuid not null references users,
  location_id uuid not null references offices,
  -- The location as printed.
  procedure_location text not null,
  procedure_date date not null,
  status text collate "C" not null default 'Draft' check (status in ('Draft', 'Saved', 'Completed', 'Signed')),
  -- Field values by field id.
  form_data jsonb not null,
  -- Dependent fields that were edited by hand.
  edited_fields text[] not null default '{}',
  billing_option text not null check (billing_option in ('standard', 'reduced', 'noshow-patient', 'noshow-provider')),
  complications text,
  group_id uuid,
  is_active boolean not null default true,
  deactivated_at timestamptz,
  deactivated_by uuid references users,
  addendum_count integer not null default 0,
  -- The patient's `name_key`, copied by a trigger for lists sorted by name.
  patient_key text collate "C" not null default '',
  signed_at timestamptz,
  signed_by uuid references users,
  -- Name and title of the signer at that time.
  signer_name text,
  signer_title text,
  -- SHA-256 of the signed content.
  content_hash bytea,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  updated_by uuid not null references users,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  foreign key (template_id, template_version) references template_versions (template_id, content_version),
  check ((status = 'Signed') = (signed_at is not null)),
  check ((signed_at is null) = (signed_by is null) and (signed_at is null) = (signer_name is null)
    and (signed_at is null) = (content_hash is null)),
  -- Only the provider signs.
  check (signed_by is null or signed_by = provider_id),
  check (addendum_count = 0 or status = 'Signed'),
  check (is_active = (deactivated_at is null))
)
-- The texts are stored apart from the row, so that lists read few pages. Vacuum often, so that the indexes below are read without
-- the table and statistics are fresh.
with (
  toast_tuple_target = 256,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02
);

-- One index per filter of the lists, in the order of procedure dates with the id last to break ties. Each includes what is tested
-- along the way.
create index dictations_date_idx on dictations (procedure_date, id) include (status, is_active, provider_id, template_id);
create index dictations_status_idx on dictations (status, procedure_date, id) include (is_active);
create index dictations_provider_idx on dictations (provider_id, procedure_date, id) include (status, is_active);
create index dictations_provider_status_idx on dictations (provider_id, status, procedure_date, id) include (is_active, template_id);
create index dictations_template_idx on dictations (template_id, procedure_date, id) include (status, is_active);
create index dictations_template_status_idx on dictations (template_id, status, procedure_date, id) include (is_active);
create index dictations_template_provider_idx on dictations (template_id, provider_id, procedure_date, id) include (status, is_active);
create index dictations_patient_idx on dictations (patient_id, procedure_date, id) include (status, is_active, provider_id, template_id);
-- The other sort orders.
create index dictations_created_idx on dictations (created_at, id) include (status, is_active, provider_id, template_id, procedure_date);
create index dictations_name_idx on dictations (patient_key, id) include (status, is_active, provider_id, template_id, procedure_date);
-- The latest dictations that a user entered or provided.
create index dictations_writer_idx on dictations (created_by, created_at, id) include (is_active);
create index dictations_provided_idx on dictations (provider_id, created_at, id) include (is_active);
create index dictations_group_idx on dictations (group_id) where group_id is not null;
create index dictations_version_idx on dictations (template_id, template_version);

create function dictations_copy_name() returns trigger language plpgsql as $$
begin
  new.patient_key := (select name_key from patients where id = new.patient_id);
  return new;
end
$$;
create trigger dictations_copy_name_insert before insert on dictations
  for each row execute function dictations_copy_name();
create trigger dictations_copy_name_update before update on dictations
  for each row when (old.patient_id <> new.patient_id) execute function dictations_copy_name();

create function patients_name_dictations() returns trigger language plpgsql as $$
begin
  update dictations set patient_key = new.name_key where patient_id = new.id;
  return null;
end
$$;
create trigger patients_name_dictations after update on patients
  for each row when (old.name_key <> new.name_key) execute function patients_name_dictations();

-- A signed dictation never changes and cannot be deleted. Whether it is active, its group, the number of its addenda and the copy of
-- the patient's name are not part of it.
create function dictations_keep_signed() returns trigger language plpgsql as $$
declare
  free text[] := array['is_active', 'deactivated_at', 'deactivated_by', 'group_id', 'addendum_count', 'patient_key', 'version'];
begin
  if tg_op = 'DELETE' then
    raise exception 'a signed dictation is never deleted' using errcode = 'restrict_violation';
  end if;
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    raise exception 'a signed dictation does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
-- After all other triggers of the row: triggers run in the order of their names.
create trigger dictations_keep_signed_update before update on dictations
  for each row when (old.status = 'Signed') execute function dictations_keep_signed();
create trigger dictations_keep_signed_delete before delete on dictations
  for each row when (old.status = 'Signed') execute function dictations_keep_signed();

-- The codes of the billing sheet.
create table dictation_codes (
  dictation_id uuid not null references dictations on delete cascade,
  place integer not null,
  code_type text collate "C" not null check (code_type in ('CPT', 'ICD10')),
  code text collate "C" not null,
  description text not null,
  modifiers text not null,
  -- In the catalog: a code that is used here cannot be deleted. Null if the catalog does not have the code.
  billing_code_id uuid references billing_codes,
  primary key (dictation_id, place),
  unique (dictation_id, code_type, code)
);
create index dictation_codes_catalogue_idx on dictation_codes (billing_code_id) where billing_code_id is not null;

create function dictation_codes_keep_signed() returns trigger language plpgsql as $$
declare
  ids uuid[] := array[case when tg_op <> 'INSERT' then old.dictation_id end, case when tg_op <> 'DELETE' then new.dictation_id end];
  state text;
begin
  -- Waits for a signature in progress, and makes later ones wait until this transaction ends.
  for state in select status from dictations where id = any (ids) for share loop
    if state = 'Signed' then
      raise exception 'the codes of a signed dictation do not change' using errcode = 'restrict_violation';
    end if;
  end loop;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end
$$;
create trigger dictation_codes_keep_signed before insert or update or delete on dictation_codes
  for each row execute function dictation_codes_keep_signed();

-- Additions after signing. They never change.
create table dictation_addenda (
  id uuid primary key default uuidv7(),
  dictation_id uuid not null references dictations,
  place integer not null generated always as identity,
  text text not null,
  reason text,
  author_id uuid not null references users,
  author_name text not null,
  author_title text,
  created_at timestamptz not null
);
create index dictation_addenda_idx on dictation_addenda (dictation_id, place);

create function dictation_addenda_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform from dictations where id = new.dictation_id and status = 'Signed';
    if not found then
      raise exception 'only a signed dictation has addenda' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  raise exception 'addenda do not change' using errcode = 'restrict_violation';
end
$$;
create trigger dictation_addenda_keep before insert or update or delete on dictation_addenda
  for each row execute function dictation_addenda_keep();

create function dictations_not_emptied() returns trigger language plpgsql as $$
begin
  raise exception 'dictations are not emptied' using errcode = 'restrict_violation';
end
$$;
create trigger dictations_not_emptied before truncate on dictations execute function dictations_not_emptied();
create trigger dictation_codes_not_emptied before truncate on dictation_codes execute function dictations_not_emptied();
create trigger dictation_addenda_not_emptied before truncate on dictation_addenda execute function dictations_not_emptied();

-- The number of dictations of each status, without counting them. Each connection uses one shard, so that writers rarely wait for
-- each other. Rows are locked in a fixed order, so that writers never deadlock.
create table dictation_counts (
  shard smallint not null,
  status text collate "C" not null,
  is_active boolean not null,
  dictations bigint not null,
  primary key (shard, status, is_active)
) with (fillfactor = 50);

create function dictations_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into dictation_counts as c (shard, status, is_active, dictations)
      select pg_backend_pid() % 32, status, is_active, count(*) from added group by status, is_active order by status, is_active
    on conflict (shard, status, is_active) do update set dictations = c.dictations + excluded.dictations;
  elsif tg_op = 'DELETE' then
    insert into dictation_counts as c (shard, status, is_active, dictations)
      select pg_backend_pid() % 32, status, is_active, -count(*) from removed group by status, is_active order by status, is_active
    on conflict (shard, status, is_active) do update set dictations = c.dictations + excluded.dictations;
  else
    insert into dictation_counts as c (shard, status, is_active, dictations)
      select pg_backend_pid() % 32, status, is_active, sum(change)
      from (
        select status, is_active, 1 as change from added union all select status, is_active, -1 from removed
      ) changes
      group by status, is_active having sum(change) <> 0 order by status, is_active
    on conflict (shard, status, is_active) do update set dictations = c.dictations + excluded.dictations;
  end if;
  return null;
end
$$;
create trigger dictations_count_insert after insert on dictations
  referencing new table as added for each statement execute function dictations_count();
create trigger dictations_count_update after update on dictations
  referencing old table as removed new table as added for each statement execute function dictations_count();
create trigger dictations_count_delete after delete on dictations
  referencing old table as removed for each statement execute function dictations_count();

-- Provider, location and date that a user works with on a day of the practice.
create table dictation_sessions (
  user_id uuid not null references users,
  day date not null,
  provider_id uuid not null references users,
  location_id uuid not null references offices,
  session_date date not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, day)
);

-- Text in an editor that is not saved yet. The editor chooses the id. A saved draft stays for some time without content, so that a
-- late or repeated save of the same dictation is recognized.
create table dictation_drafts (
  id uuid primary key,
  owner_id uuid not null references users,
  dictation_id uuid references dictations on delete cascade,
  template_id uuid not null,
  template_version integer not null,
  base_version integer,
  revision integer not null,
  editor_id uuid not null,
  -- AES-256-GCM, bound to this row.
  content bytea,
  -- The dictation that was saved from it.
  saved_as uuid references dictations on delete cascade,
  updated_at timestamptz not null,
  foreign key (template_id, template_version) references template_versions (template_id, content_version),
  check ((content is null) = (saved_as is not null))
);
create index dictation_drafts_owner_idx on dictation_drafts (owner_id, updated_at) where content is not null;
create unique index dictation_drafts_dictation_key on dictation_drafts (owner_id, dictation_id)
  where content is not null and dictation_id is not null;
create index dictation_drafts_age_idx on dictation_drafts (updated_at);
create index dictation_drafts_of_idx on dictation_drafts (dictation_id) where dictation_id is not null;
create index dictation_drafts_saved_idx on dictation_drafts (saved_as) where saved_as is not null;
