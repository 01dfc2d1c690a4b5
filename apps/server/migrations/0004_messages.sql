-- Phone messages.

-- The last number of a year of the practice. A creation that fails takes its number back.
create table phone_message_numbers (
  year smallint primary key,
  last_number integer not null
);

create table phone_messages (
  id uuid primary key default uuidv7(),
  message_number text collate "C" not null,
  category text not null
    check (category in ('Appointment', 'Prescription', 'TestResults', 'Medical', 'Billing', 'Other')),
  caller_name text not null,
  -- Digits, followed by those of the extension.
  caller_phone text,
  patient_id uuid references patients,
  message text not null,
  call_at timestamptz not null,
  priority text not null check (priority in ('Urgent', 'High', 'Normal', 'Low')),
  status text not null check (status in ('New', 'InProgress', 'Completed', 'RequiresFollowUp')),
  assigned_to_user_id uuid references users,
  assigned_by uuid references users,
  assigned_at timestamptz,
  resolution text,
  completed_at timestamptz,
  completed_by uuid references users,
  follow_up_to_id uuid references phone_messages,
  created_by uuid references users,
  deleted_at timestamptz,
  deleted_by uuid references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'Completed') = (resolution is not null and completed_at is not null)),
  -- The place in every list: open before completed. Open ones by urgency (one digit), then the earliest call (milliseconds); completed
  -- ones by the latest call.
  list_key bigint not null generated always as (
    case when status = 'Completed'
      then 40000000000000 - (extract(epoch from call_at - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint
      else (case priority when 'Urgent' then 0 when 'High' then 10000000000000 when 'Normal' then 20000000000000
          else 30000000000000 end)
        + (extract(epoch from call_at - timestamptz '1970-01-01 00:00:00+00') * 1000)::bigint
    end
  ) stored
) with (
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02
);
create unique index phone_messages_number_key on phone_messages (message_number);

-- One index per filter of the list, each in the order of the list with the id last to break ties.
create index phone_messages_list_idx on phone_messages (list_key, id) where deleted_at is null;
create index phone_messages_status_idx on phone_messages (status, list_key, id) where deleted_at is null;
create index phone_messages_priority_idx on phone_messages (priority, list_key, id) where deleted_at is null;
create index phone_messages_both_idx on phone_messages (status, priority, list_key, id) where deleted_at is null;
create index phone_messages_assigned_idx on phone_messages (assigned_to_user_id, list_key, id)
  include (status, priority) where deleted_at is null and assigned_to_user_id is not null;
create index phone_messages_patient_idx on phone_messages (patient_id, list_key, id)
  include (status, priority, assigned_to_user_id) where deleted_at is null and patient_id is not null;
create index phone_messages_patient_time_idx on phone_messages (patient_id, call_at) where deleted_at is null and patient_id is not null;
create index phone_messages_follow_up_idx on phone_messages (follow_up_to_id) where follow_up_to_id is not null;

-- The history of a message. Rows never change.
create table phone_message_events (
  id uuid primary key default uuidv7(),
  message_id uuid not null references phone_messages on delete cascade,
  place integer not null generated always as identity,
  at timestamptz not null,
  user_id uuid references users,
  kind text not null
    check (kind in ('Created', 'Edited', 'Assigned', 'StatusChanged', 'Completed', 'Note', 'FollowUp')),
  -- A note or the resolution.
  body text,
  changed_fields text[] not null default '{}',
  assigned_to_user_id uuid references users,
  status text
);
create index phone_message_events_idx on phone_message_events (message_id, place);

-- The number of messages of each status and priority, without counting them. Each connection uses one shard, so that writers rarely
-- wait for each other. Rows are locked in a fixed order, so that writers never deadlock.
create table phone_message_counts (
  shard smallint not null,
  status text not null,
  priority text not null,
  messages bigint not null,
  primary key (shard, status, priority)
) with (fillfactor = 50);

create function phone_messages_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into phone_message_counts as c (shard, status, priority, messages)
      select pg_backend_pid() % 32, status, priority, count(*) from added where deleted_at is null
      group by status, priority order by status, priority
    on conflict (shard, status, priority) do update set messages = c.messages + excluded.messages;
  elsif tg_op = 'DELETE' then
    insert into phone_message_counts as c (shard, status, priority, messages)
      select pg_backend_pid() % 32, status, priority, -count(*) from removed where deleted_at is null
      group by status, priority order by status, priority
    on conflict (shard, status, priority) do update set messages = c.messages + excluded.messages;
  else
    insert into phone_message_counts as c (shard, status, priority, messages)
      select pg_backend_pid() % 32, status, priority, sum(change) from (
        select status, priority, 1 as change from added where deleted_at is null
        union all select status, priority, -1 from removed where deleted_at is null
      ) changes
      group by status, priority having sum(change) <> 0 order by status, priority
    on conflict (shard, status, priority) do update set messages = c.messages + excluded.messages;
  end if;
  return null;
end
$$;
create trigger phone_messages_count_insert after insert on phone_messages
  referencing new table as added for each statement execute function phone_messages_count();
create trigger phone_messages_count_update after update on phone_messages
  referencing old table as removed new table as added for each statement execute function phone_messages_count();
create trigger phone_messages_count_delete after delete on phone_messages
  referencing old table as removed for each statement execute function phone_messages_count();

-- An activity can be for one user only, who still needs its permission.
alter table activities add column recipient_user_id uuid references users on delete cascade;
