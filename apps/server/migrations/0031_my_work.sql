-- My Work on the dashboard (docs/decisions/0027): the open orders that a user ordered or wrote, STAT ones first, and the dictations
-- that a user has not finished.
create index medical_orders_open_provider_idx on medical_orders (ordered_by, leads, order_date, id)
  where status in ('Pending', 'Scheduled', 'InProgress');
create index medical_orders_open_writer_idx on medical_orders (created_by, leads, order_date, id) include (ordered_by)
  where status in ('Pending', 'Scheduled', 'InProgress');
create index dictations_unfinished_idx on dictations (created_by, updated_at, id) where status = 'Draft' and is_active;
