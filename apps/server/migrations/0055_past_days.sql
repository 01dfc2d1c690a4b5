-- When a person was deactivated, so that reports about days before it stay as they were. No end: still inactive.
create table user_inactive_periods (
  user_id uuid not null references users,
  from_at timestamptz not null,
  to_at timestamptz check (to_at >= from_at),
  primary key (user_id, from_at)
);
create unique index user_inactive_periods_open_key on user_inactive_periods (user_id) where to_at is null;
-- People who are inactive now: since the audit log says so, else since their last change.
insert into user_inactive_periods (user_id, from_at)
select u.id, coalesce(a.at, u.updated_at)
from users u
left join (
  select entity_id, max(at) as at from audit_log
  where entity_type = 'User' and new_values ->> 'isActive' = 'false' group by entity_id
) a on a.entity_id = u.id::text
where not u.is_active;

-- A card whose owner made its last correction, which nobody else has confirmed.
alter table timecards add column own_correction boolean not null default false;
update timecards t set own_correction = true
where t.is_corrected and (
  select c.corrected_by from timecard_corrections c where c.timecard_id = t.id order by c.at desc, c.id desc limit 1
) = t.user_id;
create index timecards_own_idx on timecards (clock_in_at desc, id desc) where own_correction;
alter table timecard_corrections drop constraint timecard_corrections_action_check;
alter table timecard_corrections add constraint timecard_corrections_action_check
  check (action in ('Added', 'Changed', 'Closed', 'Confirmed', 'Deleted'));

-- The settings that reports of worked time depend on, from a day on. The start of the portal adds a row when they have changed.
create table work_rules (
  effective_from date primary key,
  time_zone text not null,
  -- Seconds above which time is overtime; null: no daily rule.
  weekly_overtime integer not null,
  daily_overtime integer
);
