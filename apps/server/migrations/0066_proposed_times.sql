-- What the owner of a card proposes, as long as somebody else can confirm it: the values that differ. They are excluded from all totals until then.
alter table timecards add column proposal jsonb;
alter table timecards add constraint timecards_proposal_check check (proposal is null or own_correction);
alter table timecard_corrections drop constraint timecard_corrections_action_check;
alter table timecard_corrections add constraint timecard_corrections_action_check
  check (action in ('Added', 'Changed', 'Closed', 'Confirmed', 'Deleted', 'Proposed'));
