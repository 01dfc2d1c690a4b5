-- How each periodic job last ended. `problem`: why it failed; null if it did not.
create table job_states (
  job text primary key,
  ended_at timestamptz not null,
  problem text
);

-- With `damaged_at`: the file is not damaged but gone.
-- PostgreSQL 15.20 refuses to add a column with a default to a table whose rows are the parameter of a function.
alter table documents add column is_file_missing boolean;
alter table documents alter column is_file_missing set default false;
alter table documents disable trigger user;
update documents set is_file_missing = false;
alter table documents enable trigger user;
alter table documents alter column is_file_missing set not null;
