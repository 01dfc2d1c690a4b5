-- Number of rows per table, by the values of the columns that its lists filter by (docs/decisions/0021). Each connection adds to one of
-- 32 shards, so that writers rarely wait for each other, and locks rows in a fixed order, so that they never deadlock.
create table row_counts (
  source text collate "C" not null,
  -- The values by column, for example {"status": "New", "priority": "Low"}.
  key jsonb not null,
  shard smallint not null,
  rows bigint not null,
  primary key (source, key, shard)
) with (fillfactor = 50);

-- Creates the triggers that count the rows of a table that meet a condition, by the values of these columns.
create function count_rows_of(source text, condition text, variadic columns text[]) returns void language plpgsql as $$
declare
  key text := (select format('jsonb_build_object(%s)', string_agg(format('%L, %I', name, name), ', ' order by n))
    from unnest(columns) with ordinality as c (name, n));
  added text := format('select %s as key, 1 as change from added where %s', key, condition);
  removed text := format('select %s as key, -1 as change from removed where %s', key, condition);
begin
  execute format($function$
    create function %1$I() returns trigger language plpgsql as $body$
    declare
      shard_here constant smallint := pg_backend_pid() %% 32;
    begin
      if tg_op = 'INSERT' then
        insert into row_counts as c (source, key, shard, rows)
          select %2$L, key, shard_here, sum(change) from (%3$s) changes group by key order by key
        on conflict on constraint row_counts_pkey do update set rows = c.rows + excluded.rows;
      elsif tg_op = 'DELETE' then
        insert into row_counts as c (source, key, shard, rows)
          select %2$L, key, shard_here, sum(change) from (%4$s) changes group by key order by key
        on conflict on constraint row_counts_pkey do update set rows = c.rows + excluded.rows;
      else
        insert into row_counts as c (source, key, shard, rows)
          select %2$L, key, shard_here, sum(change) from (%3$s union all %4$s) changes
          group by key having sum(change) <> 0 order by key
        on conflict on constraint row_counts_pkey do update set rows = c.rows + excluded.rows;
      end if;
      return null;
    end
    $body$
    $function$, 'count_' || source, source, added, removed);
  execute format('create trigger count_added after insert on %I
    referencing new table as added for each statement execute function %I()', source, 'count_' || source);
  execute format('create trigger count_changed after update on %I
    referencing old table as removed new table as added for each statement execute function %I()', source, 'count_' || source);
  execute format('create trigger count_removed after delete on %I
    referencing old table as removed for each statement execute function %I()', source, 'count_' || source);
end
$$;

insert into row_counts (source, key, shard, rows)
  select 'patients', jsonb_build_object('is_active', true), 0, sum(active) from patient_counts
  union all select 'patients', jsonb_build_object('is_active', false), 0, sum(inactive) from patient_counts
  union all select 'medical_orders', jsonb_build_object('status', status, 'type', type), 0, sum(orders)
    from order_counts group by status, type
  union all select 'phone_messages', jsonb_build_object('status', status, 'priority', priority), 0, sum(messages)
    from phone_message_counts group by status, priority
  union all select 'documents', jsonb_build_object('type', type, 'category', category), 0, sum(count)
    from document_counts group by type, category
  union all select 'dictations', jsonb_build_object('status', status, 'is_active', is_active), 0, sum(dictations)
    from dictation_counts group by status, is_active
  union all select 'billing_codes', jsonb_build_object('code_type', code_type, 'is_active', is_active), 0, sum(codes)
    from billing_code_counts group by code_type, is_active;

-- Also drops their triggers.
drop function patients_count cascade;
drop function medical_orders_count cascade;
drop function phone_messages_count cascade;
drop function documents_count cascade;
drop function dictations_count cascade;
drop function billing_codes_count cascade;
drop table patient_counts, order_counts, phone_message_counts, document_counts, dictation_counts, billing_code_counts;

select count_rows_of('patients', 'true', 'is_active'),
  count_rows_of('medical_orders', 'true', 'status', 'type'),
  count_rows_of('phone_messages', 'deleted_at is null', 'status', 'priority'),
  count_rows_of('documents', 'deleted_at is null', 'type', 'category'),
  count_rows_of('dictations', 'true', 'status', 'is_active'),
  count_rows_of('billing_codes', 'true', 'code_type', 'is_active');
