-- Which user an identity of the OpenID Connect provider belongs to.
create table sso_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users,
  linked_at timestamptz not null,
  primary key (issuer, subject),
  unique (user_id, issuer)
);

-- Sign-ins that a browser has started and not finished. Each row is used once. The secret is encrypted.
create table sso_sign_ins (
  state_hash bytea primary key,
  browser_hash bytea not null,
  secret bytea not null,
  expires_at timestamptz not null
);
create index sso_sign_ins_expires_at_idx on sso_sign_ins (expires_at);

-- What the browser exchanges for a session after the provider has confirmed who the user is. Each row is used once.
create table sso_tickets (
  ticket_hash bytea primary key,
  browser_hash bytea not null,
  user_id uuid not null references users,
  issuer text not null,
  subject text not null,
  -- The identity was matched by its email address and is linked when the session opens.
  is_new_link boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sso_tickets_expires_at_idx on sso_tickets (expires_at);
create index sso_tickets_user_id_idx on sso_tickets (user_id);

alter table sessions add column is_single_sign_on boolean not null default false;
