-- Texts that are inserted when their name is typed (docs/decisions/0108). Those without an owner belong to the practice.
create table shortcuts (
  id uuid primary key default uuidv7(),
  owner_id uuid references users,
  name text not null check (length(name) between 1 and 30),
  text text not null check (length(text) between 1 and 4000),
  version integer not null default 1
);
create unique index shortcuts_key on shortcuts (owner_id, name) nulls not distinct;
