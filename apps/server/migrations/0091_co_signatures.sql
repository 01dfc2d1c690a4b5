-- Co-signatures of supervising physicians (docs/decisions/0110).

-- The physician who co-signs the notes of a provider.
alter table users add column supervisor_id uuid references users check (supervisor_id <> id);
-- Notes that no physician signed need a co-signature.
alter table templates add column needs_co_signature boolean not null default false;

-- The second signature that a signed note needs. It is beside the note, whose signed content never changes.
create table co_signatures (
  dictation_id uuid primary key references dictations,
  state text collate "C" not null default 'Awaiting' check (state in ('Awaiting', 'Returned', 'CoSigned')),
  -- Who is asked; null for any physician.
  supervisor_id uuid references users,
  requested_at timestamptz not null,
  -- When and why it was last sent back.
  returned_at timestamptz,
  returned_by uuid references users,
  return_reason text,
  signed_at timestamptz,
  signed_by uuid references users,
  -- Name and title at the time of the co-signature.
  signer_name text,
  signer_title text,
  -- SHA-256 over the hash of the first signature, the addenda that were there, the co-signer and the time.
  content_hash bytea,
  addendum_count integer,
  check (num_nulls(returned_at, returned_by, return_reason) in (0, 3)),
  check (state <> 'Returned' or returned_at is not null),
  check (num_nulls(signed_at, signed_by, signer_name, content_hash, addendum_count)
    = case when state = 'CoSigned' then 0 else 5 end)
);
create index co_signatures_supervisor_idx on co_signatures (supervisor_id) where state = 'Awaiting';
create index co_signatures_open_idx on co_signatures (state) where state <> 'CoSigned';

create function co_signatures_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a co-signature is never deleted' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and (old.state = 'CoSigned' or new.dictation_id <> old.dictation_id
    or new.requested_at <> old.requested_at) then
    raise exception 'a co-signature does not change' using errcode = 'restrict_violation';
  end if;
  perform from dictations
    where id = new.dictation_id and status = 'Signed' and provider_id is distinct from new.signed_by;
  if not found then
    raise exception 'only a signed dictation is co-signed, and not by its provider' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger co_signatures_keep before insert or update or delete on co_signatures
  for each row execute function co_signatures_keep();
create trigger co_signatures_not_emptied before truncate on co_signatures execute function dictations_not_emptied();

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in ('MessageAssigned', 'MessageCompleted',
  'MessageUnassigned', 'OrderUnassigned', 'DictationSigned', 'CoSignatureRequested', 'CoSignatureReturned', 'TimecardCorrected',
  'PermissionExpiring', 'PermissionExpired', 'WebhookPaused', 'CodesEnding', 'EmailChanged', 'AdminReset', 'SignOnRelinked'));
