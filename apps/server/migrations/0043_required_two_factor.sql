-- Since when the members of a role must use 2FA; null: it is not required.
alter table roles add column two_factor_required_since timestamptz;

-- The days of grace before 2FA must be set up, for all roles. One row.
create table two_factor_policy (
  is_only boolean primary key default true check (is_only),
  grace_days integer not null check (grace_days between 0 and 90),
  version integer not null default 1
);
insert into two_factor_policy (grace_days) values (14);

-- When the grace period of a user begins depends on these, besides the time above. Users cannot change either.
alter table user_roles add column assigned_at timestamptz not null default now();
alter table users add column two_factor_off_at timestamptz;

create constraint trigger raise_rights_version_two_factor after update of two_factor_required_since on roles
  deferrable initially deferred for each row
  when (old.two_factor_required_since is distinct from new.two_factor_required_since)
  execute function raise_rights_version();
create constraint trigger raise_rights_version after insert or update or delete on two_factor_policy
  deferrable initially deferred for each row execute function raise_rights_version();
create constraint trigger raise_rights_version_two_factor after update of totp_enabled, two_factor_off_at on users
  deferrable initially deferred for each row
  when ((old.totp_enabled, old.two_factor_off_at) is distinct from (new.totp_enabled, new.two_factor_off_at))
  execute function raise_rights_version();
