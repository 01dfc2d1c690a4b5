-- A value derived from the master key that reveals nothing about it. The database recognizes its key by it.
create table master_key_fingerprint (
  is_only boolean primary key default true check (is_only),
  fingerprint bytea not null,
  noted_at timestamptz not null
);
