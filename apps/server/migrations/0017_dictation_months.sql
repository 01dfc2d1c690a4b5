-- Sorted by creation, dictations of old procedure dates come after all newer ones. The procedure dates by month of creation show where
-- the first of them can be.
create index dictations_months_idx on dictations (date_trunc('month', created_at at time zone 'UTC'), procedure_date);
