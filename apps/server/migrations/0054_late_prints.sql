-- During a rolling update, a process of the version before 0051 can still sign. Such a note has no stored print and hash version 1; a
-- later start stores what it prints then, as 0051 did for the notes that were signed before it.
create or replace function signed_prints_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform from dictations where id = new.dictation_id and status = 'Signed' and (hash_version > 1 or new.report is not null);
    if not found then return new; end if;
  end if;
  raise exception 'what a signed dictation prints does not change' using errcode = 'restrict_violation';
end
$$;
