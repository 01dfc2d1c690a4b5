-- How each periodic job last ended. `problem`: why it failed; null if it did not.
create table job_states (
  job text primary key,
  ended_at timestamptz not null,
  problem text
);

-- With `damaged_at`: the file is not damaged but gone.
alter table documents add column is_file_missing boolean not null default false;
