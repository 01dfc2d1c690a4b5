-- Medical orders.

-- The last number of a year in the practice's time zone. A transaction that writes an order locks it until it commits.
create table order_numbers (
  year smallint primary key,
  last integer not null
);

create table medical_orders (
  id uuid primary key default uuidv7(),
  order_number text collate "C" not null constraint medical_orders_number_key unique,
  patient_id uuid not null references patients,
  type text not null check (type in ('MRI', 'XRay', 'CTScan', 'Ultrasound', 'ReferralPT', 'ReferralNeurosurgery', 'ReferralOther',
    'LabWork', 'Other')),
  status text not null default 'Pending' check (status in ('Pending', 'Scheduled', 'InProgress', 'Completed', 'Cancelled')),
  priority text not null check (priority in ('Urgent', 'High', 'Normal', 'Low')),
  is_stat boolean not null default false,
  diagnosis text not null,
  order_date date not null,
  -- The ordering provider, and the user who entered the order.
  ordered_by uuid not null references users,
  created_by uuid not null references users,
  body_part text,
  side text check (side in ('Left', 'Right', 'Bilateral')),
  contrast text check (contrast in ('Without', 'With', 'WithAndWithout')),
  specialist text,
  instructions text,
  -- STAT and not done yet: first in the lists.
  leads boolean not null generated always as (is_stat and status in ('Pending', 'Scheduled', 'InProgress')) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (type in ('MRI', 'XRay', 'CTScan', 'Ultrasound') or (body_part is null and side is null and contrast is null)),
  check (type in ('ReferralPT', 'ReferralNeurosurgery', 'ReferralOther') or specialist is null)
)
-- Vacuum often, so that the indexes below are read without the table and statistics are fresh.
with (
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02
);

-- One index per set of filters, in the order of the list, with the id last to break ties. Each includes what the list tests, so that
-- reading along it does not touch the table.
create index medical_orders_list_idx on medical_orders (leads, order_date, id) include (status);
create index medical_orders_type_idx on medical_orders (type, leads, order_date, id) include (status);
create index medical_orders_status_idx on medical_orders (status, leads, order_date, id);
create index medical_orders_status_type_idx on medical_orders (status, type, leads, order_date, id);
create index medical_orders_patient_idx on medical_orders (patient_id, leads, order_date, id) include (status, type);
create index medical_orders_ordered_by_idx on medical_orders (ordered_by);

-- Every step of an order, from its entry on.
create table order_steps (
  id uuid primary key default uuidv7(),
  order_id uuid not null references medical_orders,
  from_status text,
  to_status text not null,
  changed_at timestamptz not null,
  changed_by uuid not null references users,
  note text
);
create index order_steps_order_idx on order_steps (order_id, changed_at, id);

-- The number of orders of each status and type, without counting them. Each connection uses one shard, so that writers rarely wait
-- for each other. Rows are locked in a fixed order.
create table order_counts (
  shard smallint not null,
  status text not null,
  type text not null,
  orders bigint not null,
  primary key (status, type, shard)
) with (fillfactor = 50);

create function medical_orders_count() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_counts (shard, status, type, orders)
      select pg_backend_pid() % 32, status, type, count(*) from added group by status, type order by status, type
      on conflict (status, type, shard) do update set orders = order_counts.orders + excluded.orders;
  elsif tg_op = 'DELETE' then
    insert into order_counts (shard, status, type, orders)
      select pg_backend_pid() % 32, status, type, -count(*) from removed group by status, type order by status, type
      on conflict (status, type, shard) do update set orders = order_counts.orders + excluded.orders;
  else
    insert into order_counts (shard, status, type, orders)
      select pg_backend_pid() % 32, status, type, sum(change)
      from (select status, type, 1 as change from added union all select status, type, -1 from removed) as changes
      group by status, type having sum(change) <> 0 order by status, type
      on conflict (status, type, shard) do update set orders = order_counts.orders + excluded.orders;
  end if;
  return null;
end
$$;
create trigger medical_orders_count_insert after insert on medical_orders
  referencing new table as added for each statement execute function medical_orders_count();
create trigger medical_orders_count_update after update on medical_orders
  referencing old table as removed new table as added for each statement execute function medical_orders_count();
create trigger medical_orders_count_delete after delete on medical_orders
  referencing old table as removed for each statement execute function medical_orders_count();
