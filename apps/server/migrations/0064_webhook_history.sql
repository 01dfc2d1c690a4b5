-- Secrets that were replaced; each still signs for a day after that.
create table webhook_old_secrets (
  id uuid primary key default uuidv7(),
  webhook_id uuid not null references webhooks on delete cascade,
  -- Encrypted.
  secret bytea not null,
  until timestamptz not null
);
create index webhook_old_secrets_idx on webhook_old_secrets (webhook_id, until);
insert into webhook_old_secrets (webhook_id, secret, until)
  select id, old_secret, old_secret_until from webhooks where old_secret is not null;
-- The columns of the old secret stay: during a rolling update, processes of the version before still read them.

-- A run of failed tries: when the last counted one was, and how many there were (at most one an hour counts).
alter table webhooks add column failed_at timestamptz, add column failed_tries integer not null default 0;

-- A paused webhook has nothing that waits; what waited before is in its failed list.
update webhook_deliveries d
  set state = 'failed', finished_at = now(), last_problem = coalesce(d.last_problem, 'Not sent, because the webhook was paused')
  from webhooks w where w.id = d.webhook_id and not w.is_active and d.state = 'waiting';
