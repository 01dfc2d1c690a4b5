-- Values of imports that cannot be read, and notes by row (docs/decisions/0076).
-- What the person chose for kinds of values that cannot be read: 'leave out' or 'accept', by kind.
alter table patient_imports add column choices jsonb;
alter table patient_import_mappings add column choices jsonb;
-- The kinds that the check found, and dates of both orders if the file mixes them.
alter table patient_imports add column found_values jsonb;
alter table patient_imports add column mixed_dates jsonb;

-- What was left out or completed in rows that are imported, without their values.
create table patient_import_notes (
  import_id uuid not null references patient_imports on delete cascade,
  line integer not null,
  notes text not null,
  primary key (import_id, line)
);
