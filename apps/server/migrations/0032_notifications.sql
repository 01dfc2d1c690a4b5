-- What concerns one user: ids only, so that texts are made with the rights of the moment they are read. Removed after 30 days.
create table notifications (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users,
  kind text collate "C" not null check (kind in ('MessageAssigned', 'MessageCompleted', 'DictationSigned', 'TimecardCorrected',
    'PermissionExpiring', 'PermissionExpired')),
  -- The message, dictation, timecard or permission.
  entity_id uuid not null,
  -- When an override expires.
  expires_at timestamptz,
  -- Null for automatic ones.
  actor_id uuid references users,
  at timestamptz not null,
  read_at timestamptz,
  check ((expires_at is null) = (kind not in ('PermissionExpiring', 'PermissionExpired')))
);
create index notifications_user_idx on notifications (user_id, at desc, id desc);
create index notifications_at_idx on notifications (at);
-- The job that looks for expiring overrides runs many times before one expires.
create unique index notifications_expiry_key on notifications (user_id, entity_id, expires_at, kind) where expires_at is not null;
