-- Words of the house that the search of billing codes understands, a line each: "LBP = low back pain". At most one row.
create table code_search_words (
  is_only boolean primary key default true check (is_only),
  words text not null check (length(words) <= 10000)
);

-- How often a code is on dictations, counted once a day: searches list used codes first.
create table billing_code_uses (
  billing_code_id uuid primary key references billing_codes on delete cascade,
  uses integer not null,
  counted_at timestamptz not null
);
