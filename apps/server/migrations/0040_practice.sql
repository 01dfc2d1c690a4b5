-- The practice's name and time zone, which init asks for. At most one row. Settings of the process override it.
create table practice (
  is_only boolean primary key default true check (is_only),
  name text not null check (length(name) between 1 and 100),
  time_zone text not null check (length(time_zone) between 1 and 100)
);
