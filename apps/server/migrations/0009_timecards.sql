-- Timecards and schedules. btree_gist is a trusted extension: the owner of the database can create it.
create extension if not exists btree_gist;

create table timecards (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users,
  clock_in_at timestamptz not null,
  clock_out_at timestamptz,
  lunch_start_at timestamptz,
  lunch_end_at timestamptz,
  notes text,
  -- Added or changed by a user who corrects timecards.
  is_corrected boolean not null default false,
  version integer not null default 1,
  -- A deleted card is kept and excluded from all totals.
  deleted_at timestamptz,
  deleted_by uuid references users,
  check (clock_out_at >= clock_in_at),
  check (lunch_start_at >= clock_in_at and lunch_start_at <= clock_out_at),
  check (lunch_end_at is null or lunch_start_at is not null),
  check (lunch_end_at >= lunch_start_at and lunch_end_at <= clock_out_at),
  -- A clock-out ends the lunch break.
  check (clock_out_at is null or lunch_start_at is null or lunch_end_at is not null),
  check ((deleted_at is null) = (deleted_by is null))
);
-- One open card per user.
create unique index timecards_one_open_key on timecards (user_id) where clock_out_at is null and deleted_at is null;
-- Cards of one user never overlap.
alter table timecards add constraint timecards_no_overlap exclude using gist (
  user_id with =, tstzrange(clock_in_at, clock_out_at) with &&
) where (deleted_at is null);
-- The cards of a user and of everyone, newest first.
create index timecards_user_idx on timecards (user_id, clock_in_at desc, id desc) where deleted_at is null;
create index timecards_at_idx on timecards (clock_in_at desc, id desc) include (clock_out_at) where deleted_at is null;
-- Open cards, and cards of more than 16 hours: a card that reaches into a week from long before is one of these few.
create index timecards_open_idx on timecards (clock_in_at desc, id desc)
  where clock_out_at is null and deleted_at is null;
create index timecards_long_idx on timecards (clock_in_at desc, id desc)
  where clock_out_at - clock_in_at > interval '16 hours' and deleted_at is null;

-- Corrections: what, by whom and why, with the values before and after. Append-only.
create table timecard_corrections (
  id uuid primary key default uuidv7(),
  timecard_id uuid not null references timecards,
  at timestamptz not null,
  corrected_by uuid not null references users,
  action text not null check (action in ('Added', 'Changed', 'Deleted')),
  reason text not null,
  old_values jsonb,
  new_values jsonb
);
create index timecard_corrections_card_idx on timecard_corrections (timecard_id, at, id);

-- A user's shift on a day of the week, valid from a day to a day, in the practice's local time.
create table timecard_schedules (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users,
  -- 0 is Sunday.
  day_of_week smallint not null check (day_of_week between 0 and 6),
  start_time time(0) not null,
  end_time time(0) not null,
  lunch_start_time time(0),
  lunch_minutes integer not null check (lunch_minutes >= 0),
  grace_minutes integer not null check (grace_minutes >= 0),
  requires_lunch boolean not null,
  effective_from date not null,
  effective_to date check (effective_to >= effective_from),
  version integer not null default 1,
  constraint timecard_schedules_no_overlap exclude using gist (
    user_id with =, day_of_week with =, daterange(effective_from, effective_to, '[]') with &&
  )
);
create index timecard_schedules_user_idx on timecard_schedules (user_id, day_of_week, effective_from);
create index timecard_schedules_day_idx on timecard_schedules (day_of_week, effective_from);
