-- A date in a file name or note is found in each of the ways to write it: 20240305, 2024-03-05 and 03/05/2024.
create function written_dates(text text) returns text language sql immutable parallel safe
return (
  select coalesce(string_agg(format(' %1$s%2$s%3$s %1$s %2$s %3$s %2$s %3$s %1$s', found[1], found[2], found[3]), ''), '')
  from regexp_matches(
    text, '(?<![0-9])((?:19|20)[0-9]{2})[-_. ]?(0[1-9]|1[0-2])[-_. ]?(0[1-9]|[12][0-9]|3[01])(?![0-9])', 'g'
  ) found
);

create or replace function document_search_text(d documents) returns text language sql stable
return case when d.purged_at is null
  then search_words(concat_ws(' ', d.file_name, d.note)) || written_dates(concat_ws(' ', d.file_name, d.note)) || patient_words(d.patient_id)
  else '' end;

alter table documents disable trigger user;
update documents d set search_text = document_search_text(d) where written_dates(concat_ws(' ', d.file_name, d.note)) <> '';
alter table documents enable trigger user;
