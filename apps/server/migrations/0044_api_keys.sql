-- API keys of integrations. The key itself is not stored, only a keyed hash; `prefix` is its public part, which finds the row.
-- Keys are never deleted, because the audit log refers to them.
create table api_keys (
  id uuid primary key default uuidv7(),
  name text not null,
  prefix text not null unique,
  key_hash bytea not null,
  created_by uuid not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  revoked_at timestamptz,
  revoked_by uuid references users,
  last_used_at timestamptz,
  last_used_ip inet,
  check ((revoked_at is null) = (revoked_by is null))
);
create index api_keys_created_at_idx on api_keys (created_at desc, id desc);
create index api_keys_created_by_idx on api_keys (created_by);

-- What a key may do at most. It can never do more than its creator.
create table api_key_permissions (
  api_key_id uuid not null references api_keys,
  permission_id uuid not null references permissions on delete cascade,
  primary key (api_key_id, permission_id)
);

-- The key that acted, in addition to its creator in `user_id`. Part of what the keyed hash covers if it is not null.
alter table audit_log add column api_key_id uuid;
