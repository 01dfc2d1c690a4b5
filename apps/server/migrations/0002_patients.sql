-- Patients. pg_trgm is a trusted extension: the owner of the database can create it.
create extension if not exists pg_trgm;

-- Eight digits. A creation that is rolled back leaves a gap; no number is given twice.
create sequence patient_mrn_seq as integer minvalue 1 maxvalue 99999999 no cycle;

create table patients (
  id uuid primary key default uuidv7(),
  medical_record_number text collate "C" not null,
  first_name text not null,
  last_name text not null,
  date_of_birth date not null,
  gender text,
  -- AES-256-GCM, bound to this row, and a keyed hash that finds duplicates. Nothing of the number is stored in plain text.
  ssn bytea,
  ssn_index bytea,
  address text,
  city text,
  state char(2),
  zip_code text,
  -- Digits, followed by those of the extension.
  phone text collate "C",
  email text,
  insurance_provider text,
  insurance_policy_number text,
  is_active boolean not null default true,
  -- Last and first name for sorting: without case, accents and punctuation.
  name_key text collate "C" not null,
  -- The text for searches, with each word after a space.
  search_text text collate "C" not null,
  email_key text collate "C" generated always as (lower(email)) stored,
  insurance_key text collate "C" generated always as (lower(insurance_provider)) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
)
-- Vacuum often, so that the indexes below are read without the table and statistics are fresh.
with (
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02
);

-- One index per sort order, read in both directions, with the id last to break ties. Each includes what lists and searches test,
-- so that reading along it does not touch the table.
create unique index patients_mrn_key on patients (medical_record_number) include (id, is_active, search_text);
create index patients_name_idx on patients (name_key, id) include (is_active, search_text);
create index patients_birth_idx on patients (date_of_birth, id) include (is_active, search_text);
create index patients_phone_idx on patients (phone, id) include (is_active, search_text);
create index patients_email_idx on patients (email_key, id) include (is_active, search_text);
create index patients_insurance_idx on patients (insurance_key, id) include (is_active, search_text);
create index patients_status_idx on patients (is_active, id) include (search_text);
create index patients_ssn_idx on patients (ssn_index) where ssn_index is not null;

-- A narrow copy, kept by triggers, that finds parts of words: many rows fit on a page, and the matches of a frequent word are close
-- together. `words` has the words of the last name, a bar, and those of the first names and the numbers. The medical record number
-- is without its leading zeros, which nearly all have in common, after a hyphen that marks it as not beginning there. A search that
-- begins with zeros uses `mrn`.
create table patient_search (
  mrn integer primary key,
  patient_id uuid not null,
  is_active boolean not null,
  name_key text collate "C" not null,
  words text collate "C" not null
) with (
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02
);
-- Without pending lists, which every search would have to read.
create index patient_search_words_idx on patient_search using gin (words gin_trgm_ops) with (fastupdate = off);
create index patient_search_others_idx on patient_search using gin (split_part(words, '|', 2) gin_trgm_ops) with (fastupdate = off);
-- For words in scripts other than Latin, which have no trigrams in the C locales.
create index patient_search_letters_idx on patient_search (mrn) where words ~ '[^ -~]';

-- Every last name that a patient has had, as it is sorted, with its words. In the list by name, patients with one name are adjacent.
create table patient_families (
  family text collate "C" primary key,
  words text collate "C" not null
);
create index patient_families_words_idx on patient_families using gin (words gin_trgm_ops) with (fastupdate = off);

-- The words of a name, each after a space. Names of several words are added once as one word, so that smithjones finds them.
create function patient_name_words(name text) returns text
language sql immutable parallel safe
return ' ' || name || case when name like '% %' then ' ' || replace(name, ' ', '') else '' end;

create function patient_search_words(name_key text, search_text text, medical_record_number text) returns text
language sql immutable parallel safe
return patient_name_words(split_part(name_key, E'\t', 1)) || '|' || patient_name_words(split_part(name_key, E'\t', 2))
  || ' -' || ltrim(medical_record_number, '0') || split_part(search_text, ' ' || medical_record_number, 2);

create function patients_copy_added() returns trigger language plpgsql as $$
begin
  insert into patient_search (mrn, patient_id, is_active, name_key, words)
    select medical_record_number::integer, id, is_active, name_key,
      patient_search_words(name_key, search_text, medical_record_number)
    from added;
  insert into patient_families (family, words)
    select distinct split_part(name_key, E'\t', 1), patient_name_words(split_part(name_key, E'\t', 1)) from added
    on conflict do nothing;
  return null;
end
$$;
create trigger patients_copy_added after insert on patients
  referencing new table as added for each statement execute function patients_copy_added();

create function patients_copy_changed() returns trigger language plpgsql as $$
begin
  update patient_search
    set is_active = new.is_active, name_key = new.name_key,
      words = patient_search_words(new.name_key, new.search_text, new.medical_record_number)
    where mrn = new.medical_record_number::integer;
  insert into patient_families (family, words)
    values (split_part(new.name_key, E'\t', 1), patient_name_words(split_part(new.name_key, E'\t', 1)))
    on conflict do nothing;
  return null;
end
$$;
create trigger patients_copy_changed after update on patients
  for each row when ((old.is_active, old.name_key, old.search_text) is distinct from (new.is_active, new.name_key, new.search_text))
  execute function patients_copy_changed();

create function patients_copy_removed() returns trigger language plpgsql as $$
begin
  delete from patient_search where mrn = old.medical_record_number::integer;
  return null;
end
$$;
create trigger patients_copy_removed after delete on patients
  for each row execute function patients_copy_removed();

create function patients_keep_mrn() returns trigger language plpgsql as $$
begin
  raise exception 'a medical record number never changes';
end
$$;
create trigger patients_keep_mrn before update on patients
  for each row when (old.medical_record_number is distinct from new.medical_record_number)
  execute function patients_keep_mrn();

-- The number of patients, without counting them. Each connection uses one row, so that writers rarely wait for each other and one
-- transaction never holds two.
create table patient_counts (
  shard smallint primary key,
  active bigint not null default 0,
  inactive bigint not null default 0
) with (fillfactor = 50);
insert into patient_counts (shard) select generate_series(0, 31);

create function patients_count() returns trigger language plpgsql as $$
declare
  active_change bigint := 0;
  inactive_change bigint := 0;
begin
  if tg_op <> 'DELETE' then
    select count(*) filter (where is_active), count(*) filter (where not is_active)
      into active_change, inactive_change from added;
  end if;
  if tg_op <> 'INSERT' then
    select active_change - count(*) filter (where is_active), inactive_change - count(*) filter (where not is_active)
      into active_change, inactive_change from removed;
  end if;
  if active_change <> 0 or inactive_change <> 0 then
    update patient_counts set active = active + active_change, inactive = inactive + inactive_change
      where shard = pg_backend_pid() % 32;
  end if;
  return null;
end
$$;
create trigger patients_count_insert after insert on patients
  referencing new table as added for each statement execute function patients_count();
create trigger patients_count_update after update on patients
  referencing old table as removed new table as added for each statement execute function patients_count();
create trigger patients_count_delete after delete on patients
  referencing old table as removed for each statement execute function patients_count();
