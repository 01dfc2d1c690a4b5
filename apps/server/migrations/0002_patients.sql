-- Patients (spec 1 §2.10–2.11, §3; decisions 41–43). pg_trgm is a trusted extension: the database's owner may create it.
create extension if not exists pg_trgm;

-- Eight digits; a rolled back creation leaves a gap, nothing is ever given twice (decisions 42).
create sequence patient_mrn_seq as integer minvalue 1 maxvalue 99999999 no cycle;

create table patients (
  id uuid primary key default uuidv7(),
  medical_record_number text collate "C" not null,
  first_name text not null,
  last_name text not null,
  date_of_birth date not null,
  gender text,
  -- AES-256-GCM, bound to this row; and a keyed hash by which duplicates are found. Nothing of the number is in plain.
  ssn bytea,
  ssn_index bytea,
  address text,
  city text,
  state char(2),
  zip_code text,
  -- Digits, the extension following the number (decisions 45).
  phone text collate "C",
  email text,
  insurance_provider text,
  insurance_policy_number text,
  is_active boolean not null default true,
  -- Last and first name as they are sorted: without case, accents and punctuation.
  name_key text collate "C" not null,
  -- What a search looks at, beginning with a space so that every word does (decisions 41).
  search_text text collate "C" not null,
  email_key text collate "C" generated always as (lower(email)) stored,
  insurance_key text collate "C" generated always as (lower(insurance_provider)) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- One index per sort order, read in either direction without touching the table; ties end with the id.
create unique index patients_mrn_key on patients (medical_record_number) include (id, is_active);
create index patients_name_idx on patients (name_key, id) include (is_active);
create index patients_birth_idx on patients (date_of_birth, id) include (is_active);
create index patients_phone_idx on patients (phone, id) include (is_active);
create index patients_email_idx on patients (email_key, id) include (is_active);
create index patients_insurance_idx on patients (insurance_key, id) include (is_active);
create index patients_status_idx on patients (is_active, id);
create index patients_ssn_idx on patients (ssn_index) where ssn_index is not null;
-- Without a pending list: a search must not wait for what was added lately.
create index patients_search_idx on patients using gin (search_text gin_trgm_ops) with (fastupdate = off);

create function patients_keep_mrn() returns trigger language plpgsql as $$
begin
  raise exception 'a medical record number never changes';
end
$$;
create trigger patients_keep_mrn before update on patients
  for each row when (old.medical_record_number is distinct from new.medical_record_number)
  execute function patients_keep_mrn();

-- How many patients there are, without counting them. Every connection keeps to one row, so that writers seldom wait for each other
-- and one transaction never holds two.
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
