-- Backups that were made or tried. `file` is a path on the machine that made it.
create table backups (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('nightly', 'command')),
  started_at timestamptz not null,
  -- A nightly backup that has been silent for minutes has died with its process.
  heartbeat_at timestamptz not null,
  finished_at timestamptz,
  outcome text not null check (outcome in ('running', 'good', 'failed')),
  file text not null,
  bytes bigint,
  problem text,
  removed_at timestamptz,
  check ((outcome = 'running') = (finished_at is null)),
  check ((outcome = 'good') = (bytes is not null))
);
create unique index backups_running_key on backups (outcome) where outcome = 'running';
create index backups_started_at_idx on backups (started_at desc, id desc);

-- The key that all others are derived from, encrypted with the master key, so that the master key can be replaced. Null:
-- it is the master key itself.
alter table master_key_fingerprint add column sealed_root bytea;
