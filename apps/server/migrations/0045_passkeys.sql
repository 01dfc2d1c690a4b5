-- Passkeys (WebAuthn credentials) with which users confirm their sign-in. None of this is secret.
create table passkeys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  -- COSE key.
  public_key bytea not null,
  -- How often the authenticator says it was used; always 0 for many.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  is_backed_up boolean not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user_idx on passkeys (user_id, created_at, id);

-- Challenges that wait for the answer of a passkey. Each is removed by its first answer.
create table passkey_challenges (
  challenge bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('add', 'sign in', 'confirm')),
  expires_at timestamptz not null
);
create index passkey_challenges_user_idx on passkey_challenges (user_id);
create index passkey_challenges_expiry_idx on passkey_challenges (expires_at);

-- A passkey counts as 2FA, which is part of the rights (0043).
create constraint trigger raise_rights_version after insert or delete on passkeys
  deferrable initially deferred for each row execute function raise_rights_version();

-- With a new password, or after a deactivation, nothing that was started before can be finished.
create function remove_passkey_challenges() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.passkey_challenges where user_id = new.id;
  return null;
end
$$;
create trigger remove_passkey_challenges after update of password_hash, is_active on users
  for each row when ((old.password_hash, old.is_active) is distinct from (new.password_hash, new.is_active))
  execute function remove_passkey_challenges();
