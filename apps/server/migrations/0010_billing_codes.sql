-- The billing code catalogue and the providers' titles (spec 2 §2, §3, §7; decisions 63, 65, 67).

-- The words a search looks for, each found by how it begins: the code without its dot, and the description's without case and accents.
create function billing_code_words(code text, description text) returns tsvector
language sql immutable parallel safe
return array_to_tsvector(array_remove(regexp_split_to_array(
  lower(replace(code, '.', '') || ' ' || regexp_replace(normalize(description, NFKD), '[\u0300-\u036f]', '', 'g') collate "C"),
  '[^a-z0-9]+'
), ''));

create table billing_codes (
  id uuid primary key default uuidv7(),
  code_type text collate "C" not null check (code_type in ('CPT', 'ICD10')),
  -- Upper case, a diagnosis with its dot: the type and the code never change.
  code text collate "C" not null check (code <> ''),
  description text not null,
  category text,
  is_active boolean not null default true,
  words tsvector not null generated always as (billing_code_words(code, description)) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
)
-- Often enough for the index below to be read without the table, and for fresh statistics after an import.
with (
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02
);
-- The order of every list.
create unique index billing_codes_code_key on billing_codes (code_type, code) include (id, is_active);
create index billing_codes_words_idx on billing_codes using gin (words);

-- A title is written on the user as its code: changing the title changes it on everyone who has it.
alter table users drop constraint users_title_fkey;
alter table users add constraint users_title_fkey foreign key (title) references titles (code) on update cascade;
create index users_title_idx on users (title) where title is not null;
create index titles_order_idx on titles (display_order, code);
