-- The last full check of the database. `damaged`: tables and indexes that cannot be read, in words; empty if it is intact.
create table database_checks (
  is_last boolean primary key default true check (is_last),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  damaged text[] not null
);
