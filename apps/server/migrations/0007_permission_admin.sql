-- Roles that two administrators may edit at once (decisions 8), and when somebody last did (spec 3 §2).
alter table roles
  add column version integer not null default 1,
  add column modified_at timestamptz,
  add column modified_by uuid references users;

-- For recording overrides that end by themselves (decisions 30).
create index user_permission_overrides_expires_at_idx on user_permission_overrides (expires_at)
  where expires_at is not null;

-- Changes of permissions as their own screen shows them (spec 3 §2, §3): one row for each role or user and permission. The
-- application's role can only read and append; the same changes are in the audit log as well.
create table permission_audit (
  id uuid primary key default uuidv7(),
  changed_at timestamptz not null,
  entity_type text not null check (entity_type in ('User', 'Role')),
  entity_id uuid not null,
  permission_id uuid not null references permissions,
  change_type text not null,
  -- Nobody: an override that ended by itself.
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
