-- Patient search also finds names that sound or are spelled similarly (docs/decisions/0025). It compares the search with every
-- different word of the patients' names, of which there are few.
create extension if not exists fuzzystrmatch;

create table name_words (
  word text collate "C" primary key,
  -- How it may sound in English.
  sounds text[] not null generated always as (array[dmetaphone(word), dmetaphone_alt(word)]) stored
);

create function words_of_name(name_key text) returns setof text
language sql immutable parallel safe
return regexp_split_to_table(
  patient_name_words(split_part(name_key, E'\t', 1)) || patient_name_words(split_part(name_key, E'\t', 2)), ' ');

insert into name_words (word)
  select distinct word from patients, words_of_name(name_key) as words (word) where word ~ '^[a-z]{3,}$';
create index name_words_sounds_idx on name_words using gin (sounds) with (fastupdate = off);
create index name_words_word_idx on name_words using gin (word gin_trgm_ops) with (fastupdate = off);
analyze name_words;

create function name_words_add() returns trigger language plpgsql as $$
begin
  insert into name_words (word)
    select distinct word from words_of_name(new.name_key) as words (word)
    where word ~ '^[a-z]{3,}$' and not exists (select from name_words known where known.word = words.word)
    order by word
    on conflict do nothing;
  return null;
end
$$;
create trigger name_words_inserted after insert on patients
  for each row execute function name_words_add();
create trigger name_words_updated after update on patients
  for each row when (old.name_key <> new.name_key) execute function name_words_add();
