-- What the checks before signing do when they find something. A check without a row warns.
create table signing_checks (
  check_id text collate "C" primary key,
  action text collate "C" not null check (action in ('warn', 'block')),
  updated_by uuid not null references users,
  updated_at timestamptz not null
);
