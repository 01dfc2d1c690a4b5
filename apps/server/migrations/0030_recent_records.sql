-- The records that each user opened last. Rights are checked when they are shown, so nothing refers to the records.
create table recent_records (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('Patient', 'Order', 'Message', 'Document')),
  record_id uuid not null,
  opened_at timestamptz not null,
  primary key (user_id, kind, record_id)
);
