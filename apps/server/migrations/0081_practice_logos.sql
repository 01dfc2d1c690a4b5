-- The practice's logo on its letterhead (docs/decisions/0089).

-- Every logo that was ever uploaded: signed notes print the one of their time, which their letterhead names by its digest.
create table practice_logos (
  digest bytea primary key,
  png bytea not null,
  width smallint not null check (width > 0),
  height smallint not null check (height > 0),
  -- Null for the demo practice's.
  created_by uuid references users,
  created_at timestamptz not null,
  check (digest = sha256(png))
);
create index on practice_logos (created_by);

create function practice_logos_keep() returns trigger language plpgsql as $$
begin
  raise exception 'logos on letterheads of signed dictations do not change' using errcode = 'restrict_violation';
end
$$;
create trigger practice_logos_keep before update or delete on practice_logos for each row execute function practice_logos_keep();
create trigger practice_logos_not_emptied before truncate on practice_logos execute function practice_logos_keep();

-- What letterheads have now. Exactly one row.
create table practice_letterhead (
  is_only boolean primary key default true check (is_only),
  logo bytea references practice_logos,
  version integer not null default 1,
  updated_by uuid references users,
  updated_at timestamptz
);
create index on practice_letterhead (logo);
create index on practice_letterhead (updated_by);
insert into practice_letterhead default values;
