-- In the order of creation, dictations of old procedure dates stand behind all that are newer. The procedure dates by month of creation
-- tell where the first of them can stand.
create index dictations_months_idx on dictations (date_trunc('month', created_at at time zone 'UTC'), procedure_date);
