-- Where every chain of the audit log ended when a check found the log well, so that a later check notices a log that was cut off
-- together with its heads. The application's role may add rows and read them, nothing else.
create table audit_marks (
  id bigint generated always as identity primary key,
  verification_id uuid not null references audit_verifications,
  at timestamptz not null,
  -- By chain: the number of its last entry and that entry's hash in base64.
  heads jsonb not null,
  mac bytea not null
);
