-- Who has a form of a record open. A row counts for a short time after it was last seen.
create table record_editors (
  entity_type text not null check (entity_type in ('Dictation', 'MedicalOrder', 'Patient', 'PhoneMessage', 'Template')),
  entity_id uuid not null,
  user_id uuid not null references users on delete cascade,
  seen_at timestamptz not null,
  primary key (entity_type, entity_id, user_id)
);
create index record_editors_user_idx on record_editors (user_id);
create index record_editors_seen_idx on record_editors (seen_at);
