-- What payers pay for in a time (docs/decisions/0106). Rules do nothing until they are switched on.
create table payer_limits (
  id uuid primary key default uuidv7(),
  -- What is counted: "Lumbar epidural".
  name text not null check (length(name) between 1 and 100),
  payer text not null check (length(payer) between 1 and 100),
  policy text not null check (length(policy) between 1 and 50),
  -- "62321, 64479".
  codes text not null check (length(codes) between 1 and 300),
  with_modifier text check (length(with_modifier) = 2),
  without_modifier text check (length(without_modifier) = 2),
  -- At most, or with earlier codes, at least.
  sessions integer not null check (sessions between 1 and 99),
  -- 0 counts all earlier sessions.
  months integer not null check (months between 0 and 120),
  earlier_codes text check (length(earlier_codes) between 1 and 300),
  earlier_modifier text check (length(earlier_modifier) = 2),
  -- Percent; 0 for none.
  minimum_relief integer not null check (minimum_relief between 0 and 100),
  is_by_side boolean not null,
  -- Days of service.
  valid_from date,
  valid_to date,
  source text not null check (length(source) between 1 and 500),
  source_url text check (length(source_url) <= 300),
  looked_up_on date,
  is_active boolean not null,
  version integer not null default 1,
  check (valid_to >= valid_from)
);
create unique index payer_limits_key on payer_limits (payer, policy, name, (earlier_codes is null), valid_from) nulls not distinct;
