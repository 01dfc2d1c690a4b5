-- What signed notes print, so that later changes of names, templates and letterheads do not reach them (docs/decisions/0049).

-- Header and footer as HTML with placeholders, the location's values for them, and the practice's time zone and clock. Each is stored once.
create table letterheads (
  -- SHA-256 of the content, or of the location for notes that were signed before this migration.
  digest bytea primary key,
  -- Of a location: null until the next start, which knows the practice's name and time zone.
  content jsonb,
  location_id uuid,
  check (content is not null or location_id is not null)
);

create table signed_prints (
  dictation_id uuid not null,
  template_name text not null,
  patient_first_name text not null,
  patient_last_name text not null,
  medical_record_number text not null,
  date_of_birth date,
  gender text,
  provider_first_name text not null,
  provider_last_name text not null,
  writer_first_name text not null,
  writer_last_name text not null,
  letterhead bytea not null,
  -- The printed sections. Null for notes that were signed before this migration: their template version and values give them.
  report jsonb,
  -- When the note was signed, or the time of this migration for notes that were signed earlier.
  taken_at timestamptz not null
);

insert into letterheads (digest, location_id)
  select sha256(convert_to('location ' || id, 'UTF8')), id from offices
  where id in (select location_id from dictations where status = 'Signed');
insert into signed_prints (dictation_id, template_name, patient_first_name, patient_last_name, medical_record_number, date_of_birth,
    gender, provider_first_name, provider_last_name, writer_first_name, writer_last_name, letterhead, taken_at)
  select d.id, t.name, p.first_name, p.last_name, p.medical_record_number, p.date_of_birth, p.gender, u.first_name, u.last_name,
    w.first_name, w.last_name, l.digest, now()
  from dictations d
  join templates t on t.id = d.template_id
  join patients p on p.id = d.patient_id
  join users u on u.id = d.provider_id
  join users w on w.id = d.created_by
  join letterheads l on l.location_id = d.location_id
  where d.status = 'Signed';

alter table letterheads add foreign key (location_id) references offices;
alter table signed_prints
  add primary key (dictation_id),
  add foreign key (dictation_id) references dictations,
  add foreign key (letterhead) references letterheads;

-- The version of the content that the hash of a signed note covers: from version 2 on, also what it prints.
alter table dictations add column hash_version smallint not null default 1 check (hash_version in (1, 2));
-- For fields that were edited by hand: the values that their generated text was made from, as texts by field id.
alter table dictations add column edited_from jsonb not null default '{}';

create function signed_prints_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform from dictations where id = new.dictation_id and status = 'Signed';
    if not found then return new; end if;
  end if;
  raise exception 'what a signed dictation prints does not change' using errcode = 'restrict_violation';
end
$$;
create trigger signed_prints_keep before insert or update or delete on signed_prints
  for each row execute function signed_prints_keep();
create trigger signed_prints_not_emptied before truncate on signed_prints execute function dictations_not_emptied();

create function letterheads_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.content is null and to_jsonb(new) - 'content' = to_jsonb(old) - 'content' then return new; end if;
  raise exception 'letterheads of signed dictations do not change' using errcode = 'restrict_violation';
end
$$;
create trigger letterheads_keep before update or delete on letterheads for each row execute function letterheads_keep();
create trigger letterheads_not_emptied before truncate on letterheads execute function dictations_not_emptied();

create function dictations_need_print() returns trigger language plpgsql as $$
begin
  perform from signed_prints where dictation_id = new.id;
  if not found then
    raise exception 'a dictation is signed together with what it prints' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger dictations_need_print before update on dictations
  for each row when (new.hash_version > 1 and old.status <> 'Signed') execute function dictations_need_print();
