-- Hours beyond 16 count in full only when a correction has confirmed the clock-out.
alter table timecards add column hours_confirmed boolean not null default false;
update timecards t set hours_confirmed = true
where t.clock_out_at is not null and exists (
  select from timecard_corrections c
  where c.timecard_id = t.id and c.new_values ->> 'clockOutTime' is not null
);
alter table timecards add constraint timecards_confirmed_check check (clock_out_at is not null or not hours_confirmed);

-- The open card of a user who is deactivated is closed for them.
alter table timecard_corrections drop constraint timecard_corrections_action_check;
alter table timecard_corrections add constraint timecard_corrections_action_check
  check (action in ('Added', 'Changed', 'Closed', 'Deleted'));
