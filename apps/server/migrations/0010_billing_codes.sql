-- The billing code catalog and the providers' titles.

-- The words of a search, which match beginnings: the code without its dot, and the description without case and accents.
create function billing_code_words(code text, description text) returns tsvector
language sql immutable parallel safe
return array_to_tsvector(array_remove(regexp_split_to_array(
  lower(replace(code, '.', '') || ' ' || regexp_replace(normalize(description, NFKD), '[\u0300-\u036f]', '', 'g') collate "C"),
  '[^a-z0-9]+'
), ''));

create table billing_codes (
  id uuid primary key default uuidv7(),
  code_type text collate "C" not null check (code_type in ('CPT', 'ICD10')),
  -- Upper case, diagnoses with their dot. Type and code never change.
  code text collate "C" not null check (code <> ''),
  description text not null,
  category text,
  is_active boolean not null default true,
  words tsvector not null generated always as (billing_code_words(code, description)) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
)
-- Vacuum often, so that the index below is read without the table and statistics are fresh after an import.
with (
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02
);
-- The order of every list.
create unique index billing_codes_code_key on billing_codes (code_type, code) include (id, is_active);
create index billing_codes_words_idx on billing_codes using gin (words);

-- Users have the code of their title: changing a title changes it for everyone who has it.
alter table users drop constraint users_title_fkey;
alter table users add constraint users_title_fkey foreign key (title) references titles (code) on update cascade;
create index users_title_idx on users (title) where title is not null;
create index titles_order_idx on titles (display_order, code);
