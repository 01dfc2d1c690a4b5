-- The last time that the portal trusted its clock, and since when it has doubted it. One row.
create table clock_watch (
  is_only boolean primary key default true check (is_only),
  trusted_at timestamptz,
  -- The doubted time when it was first and last seen.
  doubted_since timestamptz,
  doubted_at timestamptz,
  -- What is wrong with the clock, for administrators; null: nothing.
  problem text,
  check ((doubted_since is null) = (doubted_at is null))
);
insert into clock_watch (trusted_at) select max(last_activity_at) from sessions;
