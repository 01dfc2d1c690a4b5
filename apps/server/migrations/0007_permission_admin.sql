-- A version for roles, which two administrators can edit at the same time, and when a role was last changed.
alter table roles
  add column version integer not null default 1,
  add column modified_at timestamptz,
  add column modified_by uuid references users;

-- Finds overrides that have expired, to record that.
create index user_permission_overrides_expires_at_idx on user_permission_overrides (expires_at)
  where expires_at is not null;

-- Changes of permissions for their own screen: one row for each role or user and permission. The application's role can only read
-- and append. The same changes are in the audit log.
create table permission_audit (
  id uuid primary key default uuidv7(),
  changed_at timestamptz not null,
  entity_type text not null check (entity_type in ('User', 'Role')),
  entity_id uuid not null,
  permission_id uuid not null references permissions,
  change_type text not null,
  -- Null: an override that expired.
  changed_by uuid references users,
  affected_user_count integer not null,
  old_value text not null,
  new_value text not null,
  expires_at timestamptz,
  reason text not null
);
create index permission_audit_at_idx on permission_audit (changed_at desc, id desc);
create index permission_audit_type_idx on permission_audit (entity_type, changed_at desc, id desc);
create index permission_audit_entity_idx on permission_audit (entity_id, changed_at desc, id desc);
create index permission_audit_permission_idx on permission_audit (permission_id, changed_at desc, id desc);
create index permission_audit_by_idx on permission_audit (changed_by, changed_at desc, id desc);
