-- National Provider Identifiers. A person has one; an organization may use one for several offices.
alter table users add column npi text check (npi ~ '^[0-9]{10}$');
create unique index users_npi_key on users (npi) where npi is not null;
alter table offices add column npi text check (npi ~ '^[0-9]{10}$');
