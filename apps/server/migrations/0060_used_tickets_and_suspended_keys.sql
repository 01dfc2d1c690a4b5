-- A live ticket opens one connection, whichever process it reaches.
create table used_live_tickets (
  id uuid primary key,
  expires_at timestamptz not null
);
create index used_live_tickets_expires_at_idx on used_live_tickets (expires_at);

-- Keys do not survive the recovery of an account or the loss of the role that could create them. Their creator enables them again.
alter table api_keys add column suspended_at timestamptz;
alter table api_keys add column suspended_because text
  check (suspended_because in ('PasswordReset', 'TwoFactorReset', 'Deactivated', 'RoleRemoved'));
alter table api_keys add check ((suspended_at is null) = (suspended_because is null));
update api_keys k set suspended_at = now(), suspended_because = 'RoleRemoved'
where k.revoked_at is null and not exists (
  select from user_roles ur join roles r on r.id = ur.role_id
  where ur.user_id = k.created_by and r.name in ('Admin', 'SuperAdmin'));
