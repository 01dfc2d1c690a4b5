-- Short notes about a patient that everyone should see first (docs/decisions/0088). An alert that has ended stays as history.
create table patient_alerts (
  id uuid primary key default uuidv7(),
  patient_id uuid not null references patients,
  text text not null check (length(text) between 1 and 200),
  -- The last day in the practice's time zone on which it counts; null until somebody ends it.
  ends_on date,
  created_by uuid not null references users,
  created_at timestamptz not null,
  version integer not null default 1,
  ended_by uuid references users,
  ended_at timestamptz,
  check ((ended_at is null) = (ended_by is null))
);
create index patient_alerts_open_idx on patient_alerts (patient_id) where ended_at is null;
create index patient_alerts_patient_idx on patient_alerts (patient_id, created_at desc, id desc);
