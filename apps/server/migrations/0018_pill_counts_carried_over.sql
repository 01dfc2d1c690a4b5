-- Pills of an earlier fill that were left when the counted one started.
alter table pill_counts
  add column pills_carried_over integer not null default 0 check (pills_carried_over >= 0);
