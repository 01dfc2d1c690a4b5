-- Searches use the narrow copy with one trigram index (docs/decisions/0021), without samples and lists of family names.
-- Detailed statistics tell the planner how many patients have a part of a word.
create or replace function patients_copy_added() returns trigger language plpgsql as $$
begin
  insert into patient_search (mrn, patient_id, is_active, name_key, words)
    select medical_record_number::integer, id, is_active, name_key,
      patient_search_words(name_key, search_text, medical_record_number)
    from added;
  return null;
end
$$;
create or replace function patients_copy_changed() returns trigger language plpgsql as $$
begin
  update patient_search
    set is_active = new.is_active, name_key = new.name_key,
      words = patient_search_words(new.name_key, new.search_text, new.medical_record_number)
    where mrn = new.medical_record_number::integer;
  return null;
end
$$;
drop table patient_families;
drop index patient_search_others_idx;
alter table patient_search alter column words set statistics 2000;
analyze patient_search (words);

-- A search tests the patients of dictations in the order of their names, without touching the table.
drop index dictations_name_idx;
create index dictations_name_idx on dictations (patient_key, id)
  include (status, is_active, provider_id, template_id, procedure_date, patient_id);
