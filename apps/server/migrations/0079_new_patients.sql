-- A new patient costs less (docs/decisions/0081): the words of the name are found without a regular expression, and added with the copy for
-- searches, once for all patients of a statement.
create or replace function words_of_name(name_key text) returns setof text
language sql immutable parallel safe
return string_to_table(
  patient_name_words(split_part(name_key, E'\t', 1)) || patient_name_words(split_part(name_key, E'\t', 2)), ' ');

create or replace function patients_copy_added() returns trigger language plpgsql as $$
begin
  insert into patient_search (mrn, patient_id, is_active, name_key, words)
    select medical_record_number::integer, id, is_active, name_key,
      patient_search_words(name_key, search_text, medical_record_number)
    from added;
  insert into name_words (word)
    select distinct word from added, words_of_name(name_key) as words (word)
    where word ~ '^[a-z]{3,}$' and not exists (select from name_words known where known.word = words.word)
    order by word
    on conflict do nothing;
  return null;
end
$$;
drop trigger name_words_inserted on patients;

-- A search reads at most 64 kB (8 pages, about 80 patients) that are not in the index yet; adding them together takes a third of the time.
alter index patient_search_words_idx set (fastupdate = on, gin_pending_list_limit = 64);
