-- Where each chain of the audit log ended when a check found the log intact, so that a later check notices if the log was cut off
-- together with its heads. The application's role can only insert and read rows.
create table audit_marks (
  id bigint generated always as identity primary key,
  verification_id uuid not null references audit_verifications,
  at timestamptz not null,
  -- By chain: the number of its last entry and the hash of that entry in base64.
  heads jsonb not null,
  mac bytea not null
);
