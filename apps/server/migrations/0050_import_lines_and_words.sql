-- What the lines of an uploaded file are, once they are counted: header, rows, blank ones.
alter table patient_imports add column lines jsonb;
-- The words in the columns of status, gender and deceased that the check found, and what the person chose for them.
alter table patient_imports add column found_words jsonb;
alter table patient_imports add column words jsonb;
alter table patient_import_mappings add column words jsonb;
