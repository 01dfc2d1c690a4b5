-- Groups of dictations, and the batches that links to one PDF stand for (spec 2 §2, §3; decisions 54, 55).

create table dictation_groups (
  id uuid primary key default uuidv7(),
  group_name text not null,
  notes text,
  provider_id uuid not null references users,
  location_id uuid not null references offices,
  procedure_date date not null,
  version integer not null default 1,
  created_by uuid not null references users,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (id, provider_id, location_id, procedure_date)
);
create index dictation_groups_provider_idx on dictation_groups (provider_id, procedure_date, id);
create index dictation_groups_date_idx on dictation_groups (procedure_date, id);

-- A dictation is in one group at most, and a group has dictations of one provider, location and date (decisions 54). They stay when the
-- group goes.
alter table dictations add constraint dictations_group_fkey
  foreign key (group_id, provider_id, location_id, procedure_date)
  references dictation_groups (id, provider_id, location_id, procedure_date)
  on delete set null (group_id);

-- What a link prints, for whom and how long; the pages are made when they are fetched, so that no copy of them lies about.
create table dictation_print_batches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  dictation_ids uuid[] not null,
  expires_at timestamptz not null
);
create index dictation_print_batches_expiry_idx on dictation_print_batches (expires_at);
