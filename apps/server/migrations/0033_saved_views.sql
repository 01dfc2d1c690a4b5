-- Views of lists that users save: filters, sort, page size and hidden columns.
create table saved_views (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users,
  list text not null,
  name text not null check (length(name) between 1 and 60),
  state jsonb not null,
  is_default boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index saved_views_name_key on saved_views (user_id, list, lower(name));
create unique index saved_views_default_key on saved_views (user_id, list) where is_default;
