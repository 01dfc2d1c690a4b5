-- Receivers outside the portal of messages about activities, with ids only.
create table webhooks (
  id uuid primary key,
  name text not null,
  url text not null,
  -- Kinds of activities (packages/domain/src/activity-event.ts).
  events text[] not null,
  is_active boolean not null default true,
  -- Why the portal paused it; null: a user did, or it is active.
  paused_because text collate "C" check (paused_because in ('gone', 'failing')),
  -- Encrypted. The earlier secret also signs for a day after a rotation.
  secret bytea not null,
  old_secret bytea,
  old_secret_until timestamptz,
  last_success_at timestamptz,
  -- The first failure after the last success.
  failing_since timestamptz,
  created_at timestamptz not null,
  version integer not null default 1,
  check (paused_because is null or not is_active),
  check ((old_secret is null) = (old_secret_until is null))
);
create unique index webhooks_name_key on webhooks (lower(name));

-- What was sent or is to be sent. The id stays the same in all tries, so that receivers can recognize duplicates.
create table webhook_deliveries (
  id uuid primary key default uuidv7(),
  webhook_id uuid not null references webhooks on delete cascade,
  event text not null,
  entity_type text not null,
  entity_id uuid,
  -- Activities are removed earlier.
  activity_id uuid not null,
  at timestamptz not null,
  state text collate "C" not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- The next try. While a process sends it: when another process may try if that one has died.
  next_attempt_at timestamptz not null,
  last_attempt_at timestamptz,
  last_status integer,
  last_problem text,
  finished_at timestamptz,
  check ((state = 'waiting') = (finished_at is null))
);
create index webhook_deliveries_list_idx on webhook_deliveries (webhook_id, at desc, id desc);
create index webhook_deliveries_due_idx on webhook_deliveries (webhook_id, next_attempt_at, id) where state = 'waiting';
create index webhook_deliveries_failed_idx on webhook_deliveries (webhook_id, at desc, id desc) where state = 'failed';
create index webhook_deliveries_finished_idx on webhook_deliveries (finished_at) where finished_at is not null;

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in ('MessageAssigned', 'MessageCompleted',
  'DictationSigned', 'TimecardCorrected', 'PermissionExpiring', 'PermissionExpired', 'WebhookPaused'));
