-- Whether a patient has died, and the day if it is known (docs/decisions/0075).
alter table patients
  add column is_deceased boolean not null default false,
  add column date_of_death date,
  add constraint patients_death_check check (date_of_death is null or (is_deceased and date_of_death >= date_of_birth));

-- Rows of an import that are left out because of their status, such as merged records.
alter table patient_imports add column skipped integer not null default 0;
alter table patient_import_problems add column is_skipped boolean not null default false;
