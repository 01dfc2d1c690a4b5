-- What a note prints is stored when it is signed, also by a process of a version before 0051 during a rolling update: a later start does
-- not look for such notes (docs/decisions/0049). Their letterhead is that of their location, which the next start fills in.
create function store_earlier_prints(dictation_ids uuid[]) returns void language sql as $$
  with late as (
    select d.id, d.location_id, d.template_id, d.patient_id, d.provider_id, d.created_by,
      sha256(convert_to('location ' || d.location_id, 'UTF8')) as letterhead
    from dictations d
    where d.id = any (dictation_ids)
  ), letterhead as (
    insert into letterheads (digest, location_id) select distinct letterhead, location_id from late
    on conflict (digest) do nothing
  )
  insert into signed_prints (dictation_id, template_name, patient_first_name, patient_last_name, medical_record_number, date_of_birth,
    gender, provider_first_name, provider_last_name, writer_first_name, writer_last_name, letterhead, taken_at)
  select l.id, t.name, p.first_name, p.last_name, p.medical_record_number, p.date_of_birth, p.gender, u.first_name, u.last_name,
    w.first_name, w.last_name, l.letterhead, now()
  from late l
  join templates t on t.id = l.template_id
  join patients p on p.id = l.patient_id
  join users u on u.id = l.provider_id
  join users w on w.id = l.created_by
  on conflict (dictation_id) do nothing
$$;

select store_earlier_prints(array(
  select d.id from dictations d
  where d.status = 'Signed' and d.hash_version = 1
    and not exists (select from signed_prints s where s.dictation_id = d.id)));

create function dictations_store_print() returns trigger language plpgsql as $$
begin
  perform store_earlier_prints(array[new.id]);
  return null;
end
$$;
create trigger dictations_store_print after update on dictations
  for each row when (new.hash_version = 1 and new.status = 'Signed' and old.status <> 'Signed')
  execute function dictations_store_print();
