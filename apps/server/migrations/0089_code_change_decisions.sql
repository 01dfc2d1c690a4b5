-- Differences from official files that an administrator keeps as they are (docs/decisions/0107).
create table code_change_decisions (
  -- What differs, from which edition, with its value (`EditionChange.key`).
  change_key text primary key check (length(change_key) between 1 and 200),
  billing_code_id uuid not null references billing_codes on delete cascade,
  rule_id uuid references billing_code_rules on delete cascade,
  kept_by uuid not null references users,
  kept_at timestamptz not null
);
create index code_change_decisions_code_idx on code_change_decisions (billing_code_id);
create index code_change_decisions_rule_idx on code_change_decisions (rule_id) where rule_id is not null;

-- Editions of which administrators were told that they end, each once.
create table code_edition_notices (
  kind text not null,
  edition_from date not null,
  notified_at timestamptz not null,
  primary key (kind, edition_from)
);

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in ('MessageAssigned', 'MessageCompleted',
  'MessageUnassigned', 'OrderUnassigned', 'DictationSigned', 'TimecardCorrected', 'PermissionExpiring', 'PermissionExpired',
  'WebhookPaused', 'CodesEnding', 'EmailChanged', 'AdminReset', 'SignOnRelinked'));
