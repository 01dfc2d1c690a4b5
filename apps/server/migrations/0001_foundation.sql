-- Roles and permissions. Names and default grants come from the domain package when migrating.
create table roles (
  id uuid primary key default uuidv7(),
  name text not null unique,
  description text not null,
  display_order smallint not null
);

create table permissions (
  id uuid primary key default uuidv7(),
  name text not null unique,
  description text not null,
  category text not null
);

create table role_permissions (
  role_id uuid not null references roles,
  permission_id uuid not null references permissions,
  granted_at timestamptz not null default now(),
  granted_by uuid,
  primary key (role_id, permission_id)
);

-- Offices and the addresses from which their users may sign in.
create table offices (
  id uuid primary key default uuidv7(),
  name text not null,
  address text not null,
  city text not null,
  state char(2) not null,
  zip_code text not null,
  phone text not null,
  fax text,
  super_admin_only boolean not null default false,
  is_surgery_center boolean not null default false,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index offices_name_key on offices (lower(name));

create table office_ip_whitelist (
  id uuid primary key default uuidv7(),
  office_id uuid not null references offices on delete cascade,
  ip_address inet not null,
  description text,
  expires_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (office_id, ip_address)
);

create table titles (
  id uuid primary key default uuidv7(),
  code text not null unique,
  description text not null,
  display_order integer not null,
  is_active boolean not null default true,
  version integer not null default 1
);

create table users (
  id uuid primary key default uuidv7(),
  user_name text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  title text references titles (code),
  employee_id text not null default '',
  hire_date date,
  office_id uuid references offices,
  is_active boolean not null default true,
  password_hash text not null,
  must_change_password boolean not null default false,
  -- A temporary password is valid for 72 hours.
  temporary_password_expires_at timestamptz,
  -- The encrypted TOTP secret. Two-factor authentication is on once the user has entered a code.
  totp_secret bytea,
  totp_enabled boolean not null default false,
  -- The last accepted time step, so that a code works once.
  totp_last_step bigint,
  recovery_code_hashes text[] not null default '{}',
  preferences jsonb not null default '{}',
  last_login_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_user_name_key on users (lower(user_name));
create unique index users_email_key on users (lower(email));
create index users_office_id_idx on users (office_id);

create table user_roles (
  user_id uuid not null references users,
  role_id uuid not null references roles,
  primary key (user_id, role_id)
);
create index user_roles_role_id_idx on user_roles (role_id);

-- One override per user and permission. It ends at its expiration.
create table user_permission_overrides (
  user_id uuid not null references users,
  permission_id uuid not null references permissions,
  is_granted boolean not null,
  reason text not null,
  expires_at timestamptz,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  primary key (user_id, permission_id)
);

-- A signed token is valid only while its session row exists.
create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users,
  created_at timestamptz not null,
  last_activity_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  ip_address inet not null,
  user_agent text not null
);
create index sessions_user_id_idx on sessions (user_id) where ended_at is null;

-- Failed sign-ins per account and address. The account is a keyed hash, because wrong user names are often passwords.
create table login_failures (
  account_hash bytea not null,
  ip_address inet not null,
  failures integer not null,
  first_failure_at timestamptz not null,
  blocked_until timestamptz,
  primary key (account_hash, ip_address)
);

-- Responses of creating calls, for repeated calls. Encrypted, because they contain health data.
create table idempotency_keys (
  user_id uuid not null references users,
  key text not null,
  request_hash bytea not null,
  status smallint,
  answer bytea,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);

-- The live feed: no names, no health data. Readers get what their permission or role allows.
create table activities (
  id uuid primary key default uuidv7(),
  at timestamptz not null,
  description text not null,
  icon text not null,
  color text not null,
  entity_type text not null,
  entity_id uuid,
  required_permission text,
  required_role text,
  actor_id uuid
);
create index activities_at_idx on activities (at desc, id desc);

-- The audit log: append-only for the application's role, partitioned by month. A keyed hash authenticates each entry and links it to
-- the previous one of its chain.
create table audit_log (
  id uuid not null,
  at timestamptz not null,
  chain smallint not null,
  seq bigint not null,
  user_id uuid,
  session_id uuid,
  action text not null,
  entity_type text not null,
  entity_id text,
  patient_id uuid,
  ip_address inet,
  reason text,
  request_id text,
  old_values jsonb,
  new_values jsonb,
  mac bytea not null,
  primary key (at, id)
) partition by range (at);
create table audit_log_default partition of audit_log default;
create index audit_log_chain_idx on audit_log (chain, seq);
create index audit_log_user_idx on audit_log (user_id, at desc);
create index audit_log_patient_idx on audit_log (patient_id, at desc) where patient_id is not null;
create index audit_log_entity_idx on audit_log (entity_type, at desc);
create index audit_log_action_idx on audit_log (action, at desc);

-- The head of each chain. Writers take any free chain, so that they do not queue for one lock.
create table audit_chains (
  chain smallint primary key,
  seq bigint not null,
  mac bytea not null,
  head_mac bytea not null
) with (fillfactor = 50);

-- Creates the partition of a month, so that the application's role need not own the table.
create function audit_log_ensure_partition(month date) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  first_day date := date_trunc('month', month)::date;
  next_month date := (date_trunc('month', month) + interval '1 month')::date;
  name text := 'audit_log_' || to_char(first_day, 'YYYY_MM');
begin
  if to_regclass('public.' || name) is not null then
    return;
  end if;
  execute format('create table public.%I partition of public.audit_log for values from (%L) to (%L)',
    name, first_day::timestamp at time zone 'UTC', next_month::timestamp at time zone 'UTC');
end
$$;
revoke all on function audit_log_ensure_partition(date) from public;
