-- Orders of type "Other" may be procedures, with side, levels, codes, and the office where they take place. A note can be started from
-- an order (docs/decisions/0101).
alter table medical_orders
  add column is_procedure boolean,
  add column levels text[],
  add column codes text[],
  add column location_id uuid;
alter table medical_orders
  alter column is_procedure set default false,
  alter column levels set default '{}',
  alter column codes set default '{}';
-- Neither search texts nor counters depend on the new columns.
alter table medical_orders disable trigger user;
update medical_orders set is_procedure = false, levels = '{}', codes = '{}';
alter table medical_orders enable trigger user;
alter table medical_orders
  alter column is_procedure set not null,
  alter column levels set not null,
  alter column codes set not null,
  add foreign key (location_id) references offices,
  drop constraint medical_orders_check,
  add constraint medical_orders_imaging_check check (
    type in ('MRI', 'XRay', 'CTScan', 'Ultrasound') or (body_part is null and contrast is null and (side is null or is_procedure))),
  add constraint medical_orders_procedure_check check (
    case when is_procedure then type = 'Other' else levels = '{}' and codes = '{}' and location_id is null end);
create index medical_orders_location_idx on medical_orders (location_id) where location_id is not null;

-- The order that a note was started from.
alter table dictations add column order_id uuid references medical_orders;
create index dictations_order_idx on dictations (order_id) where order_id is not null;
