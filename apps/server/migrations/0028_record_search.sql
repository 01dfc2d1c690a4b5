-- Orders, phone messages and documents are searched like patients, with a trigram index (docs/decisions/0025). Their search text has the
-- name of the patient, so that a search can combine words of both.

-- As in packages/domain/src/text.ts: lowercase, no accents, apostrophes dropped, all other punctuation a space. Each word follows a space.
create function search_words(text text) returns text
language sql immutable parallel safe
return ' ' || btrim(regexp_replace(
  translate(
    replace(replace(replace(replace(
      lower(regexp_replace(
        normalize(regexp_replace(text, '[''’‘‛ʼʻ`´′＇\u00ad]', '', 'g'), NFKD), '[\u0300-\u036f]', '', 'g'
      ) collate pg_c_utf8),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'øłđðıħ', 'olddih'
  ) collate pg_c_utf8, '[^[:alnum:]]+', ' ', 'g'));

-- The names of a patient, as patient search knows them, and the medical record number, which the lists show.
create function patient_words(patient uuid) returns text
language sql stable parallel safe
return (select patient_name_words(split_part(name_key, E'\t', 1)) || patient_name_words(split_part(name_key, E'\t', 2))
  || ' ' || medical_record_number from patients where id = patient);

alter table medical_orders add column search_text text collate "C" not null default '';
alter table phone_messages add column search_text text collate "C" not null default '';
alter table documents add column search_text text collate "C" not null default '';

create function medical_order_search_text(o medical_orders) returns text language sql stable
return search_words(concat_ws(' ', o.order_number, o.diagnosis, o.body_part, o.specialist, o.instructions)) || patient_words(o.patient_id);
create function phone_message_search_text(m phone_messages) returns text language sql stable
return search_words(concat_ws(' ', m.message_number, m.caller_name, m.caller_phone, m.message)) || coalesce(patient_words(m.patient_id), '');
-- Nothing of a purged document can be found.
create function document_search_text(d documents) returns text language sql stable
return case when d.purged_at is null then search_words(concat_ws(' ', d.file_name, d.note)) || patient_words(d.patient_id) else '' end;

create function medical_orders_search() returns trigger language plpgsql as $$
begin
  new.search_text := medical_order_search_text(new);
  return new;
end
$$;
create function phone_messages_search() returns trigger language plpgsql as $$
begin
  new.search_text := phone_message_search_text(new);
  return new;
end
$$;
create function documents_search() returns trigger language plpgsql as $$
begin
  new.search_text := document_search_text(new);
  return new;
end
$$;

alter table medical_orders disable trigger user;
alter table phone_messages disable trigger user;
alter table documents disable trigger user;
update medical_orders o set search_text = medical_order_search_text(o);
update phone_messages m set search_text = phone_message_search_text(m);
update documents d set search_text = document_search_text(d);
alter table medical_orders enable trigger user;
alter table phone_messages enable trigger user;
alter table documents enable trigger user;

create trigger medical_orders_search before insert or update of diagnosis, body_part, specialist, instructions on medical_orders
  for each row execute function medical_orders_search();
create trigger phone_messages_search before insert or update of caller_name, caller_phone, patient_id, message on phone_messages
  for each row execute function phone_messages_search();
create trigger documents_search before insert or update of file_name, note, patient_id, purged_at on documents
  for each row execute function documents_search();

create function patients_name_records() returns trigger language plpgsql as $$
begin
  update medical_orders o set search_text = medical_order_search_text(o) where patient_id = new.id;
  update phone_messages m set search_text = phone_message_search_text(m) where patient_id = new.id and deleted_at is null;
  update documents d set search_text = document_search_text(d) where patient_id = new.id and deleted_at is null;
  update documents d set search_text = document_search_text(d)
    where patient_id = new.id and deleted_at is not null and purged_at is null;
  return null;
end
$$;
create trigger patients_name_records after update on patients
  for each row when (old.name_key <> new.name_key) execute function patients_name_records();

-- Without pending lists, which every search would have to read.
create index medical_orders_search_idx on medical_orders using gin (search_text gin_trgm_ops) with (fastupdate = off);
create index phone_messages_search_idx on phone_messages using gin (search_text gin_trgm_ops) with (fastupdate = off);
create index documents_search_idx on documents using gin (search_text gin_trgm_ops) with (fastupdate = off);
-- For words in scripts other than Latin, which have no trigrams in the C locales.
create index medical_orders_letters_idx on medical_orders (id) where search_text ~ '[^ -~]';
create index phone_messages_letters_idx on phone_messages (id) where search_text ~ '[^ -~]';
create index documents_letters_idx on documents (id) where search_text ~ '[^ -~]';
