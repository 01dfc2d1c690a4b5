-- Reading the audit log (docs/decisions/0008). Every filter has an index that is in order of time within a value, so that a page is a
-- short read, however large the log is.
drop index audit_log_user_idx;
drop index audit_log_patient_idx;
drop index audit_log_entity_idx;
drop index audit_log_action_idx;
create index audit_log_user_idx on audit_log (user_id, at, id, entity_type, action);
create index audit_log_system_idx on audit_log (at, id, entity_type, action) where user_id is null;
create index audit_log_patient_idx on audit_log (patient_id, at, id) where patient_id is not null;
create index audit_log_entity_idx on audit_log (entity_type, at, id);
create index audit_log_action_idx on audit_log (action, at, id);
create index audit_log_entity_action_idx on audit_log (entity_type, action, at, id);

-- Creates the partition of a month, so that the application's role need not own the table. Entries of that month in the default
-- partition move to it unchanged.
create or replace function audit_log_ensure_partition(month date) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  first_day date := date_trunc('month', month)::date;
  next_month date := (date_trunc('month', month) + interval '1 month')::date;
  lower_bound timestamptz := first_day::timestamp at time zone 'UTC';
  upper_bound timestamptz := next_month::timestamp at time zone 'UTC';
  name text := 'audit_log_' || to_char(first_day, 'YYYY_MM');
begin
  if to_regclass('public.' || name) is not null then
    return;
  end if;
  -- No entry of the month may reach the default partition now.
  lock table public.audit_log in share row exclusive mode;
  if to_regclass('public.' || name) is not null then
    return;
  end if;
  execute format('create table public.%I (like public.audit_log including defaults including constraints)', name);
  execute format('with moved as (delete from public.audit_log_default where at >= %L and at < %L returning *)
    insert into public.%I select * from moved', lower_bound, upper_bound, name);
  execute format('alter table public.audit_log attach partition public.%I for values from (%L) to (%L)',
    name, lower_bound, upper_bound);
end
$$;

-- Checks of the whole log. The last result holds until the next one.
create table audit_verifications (
  id uuid primary key default uuidv7(),
  started_at timestamptz not null,
  started_by uuid references users,
  -- Updated while it runs. After a minute without an update, the process of the check has died.
  heartbeat_at timestamptz not null,
  finished_at timestamptz,
  total_entries bigint not null,
  checked_entries bigint not null default 0,
  outcome text not null default 'running' check (outcome in ('running', 'intact', 'tampered', 'failed')),
  first_bad jsonb,
  check ((outcome = 'running') = (finished_at is null))
);
create unique index audit_verifications_running_key on audit_verifications (outcome) where outcome = 'running';
create index audit_verifications_started_at_idx on audit_verifications (started_at desc, id desc);
