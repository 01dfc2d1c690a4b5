-- What a former system knew about coverage that the patient form has no field for (docs/decisions/0077).
alter table patients add column former_coverage jsonb;

-- Patients of the practice are found by their numbers of the former system.
create index patients_former_mrn_idx on patients (former_mrn) where former_mrn is not null;

-- Rows that are patients of the practice already: those that were updated (for a check: that differ), and the others.
alter table patient_imports
  add column updated integer not null default 0,
  add column unchanged integer not null default 0,
  -- Likely duplicates that are never imported, because another patient has their former number.
  add column refused integer not null default 0,
  -- Which values of patients are updated, by field; null for none.
  add column updates jsonb;

-- How rows of a file differ from patients of the practice, and what an import has changed.
create table patient_import_updates (
  import_id uuid not null references patient_imports on delete cascade,
  line integer not null,
  patient_id uuid not null references patients on delete cascade,
  -- Found: by the check. Undone rows are kept without values: they count how often the version of a patient has changed.
  state text not null check (state in ('Found', 'Applied', 'Undone')),
  -- The version of the patient that the changes were found in, or after the update.
  patient_version integer not null,
  -- Field, kind, the value of the patient and the one of the file, without social security numbers.
  changes jsonb not null,
  -- The social security number before an update that changed it, encrypted for this patient, and its keyed hash.
  former_ssn bytea,
  former_ssn_index bytea,
  primary key (import_id, line)
);
create index patient_import_updates_patient_idx on patient_import_updates (patient_id);
