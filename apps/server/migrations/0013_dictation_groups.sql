-- Groups of dictations, and the batches behind the links to one PDF.

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

-- A dictation is in at most one group, whose dictations have one provider, location and date. They remain when the group is deleted.
alter table dictations add constraint dictations_group_fkey
  foreign key (group_id, provider_id, location_id, procedure_date)
  references dictation_groups (id, provider_id, location_id, procedure_date)
  on delete set null (group_id);

-- What a link prints, for whom and until when. Pages are drawn when they are fetched, so that no copies are stored.
create table dictation_print_batches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  dictation_ids uuid[] not null,
  expires_at timestamptz not null
);
create index dictation_print_batches_expiry_idx on dictation_print_batches (expires_at);
