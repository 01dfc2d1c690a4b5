-- Saved pill counts: what was prescribed and counted, and the practice's day of the count. All figures are computed from these.
create table pill_counts (
  id uuid primary key default uuidv7(),
  patient_id uuid not null references patients,
  provider_id uuid not null references users,
  prescription_name text,
  prescription_date date not null,
  pills_given integer not null check (pills_given > 0),
  -- Tenths of a pill, to be exact.
  tenths_per_day integer not null check (tenths_per_day > 0),
  pills_remaining integer not null check (pills_remaining >= 0),
  notes text,
  counted_on date not null check (counted_on >= prescription_date),
  calculated_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by uuid references users,
  check ((deleted_at is null) = (deleted_by is null))
);
-- A patient's history, newest first.
create index pill_counts_patient_idx on pill_counts (patient_id, calculated_at desc, id desc) where deleted_at is null;
