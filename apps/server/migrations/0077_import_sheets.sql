-- The sheets of an uploaded workbook that have values, and the one that is imported; null for other files (docs/decisions/0078).
alter table patient_imports add column sheets jsonb;
alter table patient_imports add column sheet text;
