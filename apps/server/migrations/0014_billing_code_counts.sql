-- The number of billing codes of each type, active or not, without counting them. Each connection uses one shard, so that writers
-- rarely wait for each other. Rows are locked in a fixed order.
create table billing_code_counts (
  shard smallint not null,
  code_type text collate "C" not null,
  is_active boolean not null,
  codes bigint not null,
  primary key (code_type, is_active, shard)
) with (fillfactor = 50);

create function billing_codes_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into billing_code_counts as c (shard, code_type, is_active, codes)
      select pg_backend_pid() % 32, code_type, is_active, count(*) from added group by code_type, is_active order by code_type, is_active
      on conflict (code_type, is_active, shard) do update set codes = c.codes + excluded.codes;
  elsif tg_op = 'DELETE' then
    insert into billing_code_counts as c (shard, code_type, is_active, codes)
      select pg_backend_pid() % 32, code_type, is_active, -count(*) from removed group by code_type, is_active order by code_type, is_active
      on conflict (code_type, is_active, shard) do update set codes = c.codes + excluded.codes;
  else
    insert into billing_code_counts as c (shard, code_type, is_active, codes)
      select pg_backend_pid() % 32, code_type, is_active, sum(change)
      from (select code_type, is_active, 1 as change from added union all select code_type, is_active, -1 from removed) as changes
      group by code_type, is_active having sum(change) <> 0 order by code_type, is_active
      on conflict (code_type, is_active, shard) do update set codes = c.codes + excluded.codes;
  end if;
  return null;
end
$$;
create trigger billing_codes_count_insert after insert on billing_codes
  referencing new table as added for each statement execute function billing_codes_count();
create trigger billing_codes_count_update after update on billing_codes
  referencing old table as removed new table as added for each statement execute function billing_codes_count();
create trigger billing_codes_count_delete after delete on billing_codes
  referencing old table as removed for each statement execute function billing_codes_count();

insert into billing_code_counts (shard, code_type, is_active, codes)
  select 0, code_type, is_active, count(*) from billing_codes group by code_type, is_active;
