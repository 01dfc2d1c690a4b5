-- What the database remembers of its master key: a value derived from it that tells nothing about it.
create table master_key_fingerprint (
  is_only boolean primary key default true check (is_only),
  fingerprint bytea not null,
  noted_at timestamptz not null
);
