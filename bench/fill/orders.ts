import type { createPool } from '@portal/server/db/database';

const TYPES = [
  'MRI',
  'XRay',
  'ReferralPT',
  'LabWork',
  'CTScan',
  'Ultrasound',
  'ReferralNeurosurgery',
  'ReferralOther',
  'Other',
];

/**
 * As many orders as patients, over eight years. Three percent are STAT. Those of the last six weeks have any status,
 * older ones are completed or cancelled. The pool is the owner’s.
 */
export async function fillOrders(pool: ReturnType<typeof createPool>, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(
      `set statement_timeout = 0; set maintenance_work_mem = '1GB'; set synchronous_commit = off; set work_mem = '256MB'`,
    );
    const indexes = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename in ('medical_orders', 'order_steps') and indexname not like '%\\_pkey' and indexname not like '%\\_key'`,
    );
    for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
    await client.query(
      `insert into medical_orders (order_number, patient_id, type, status, priority, is_stat, diagnosis, order_date, ordered_by, created_by,
         created_at, updated_at)
       select 'ORD-' || extract(year from day) || '-' || lpad((row_number() over (partition by extract(year from day) order by n))::text, 6, '0'),
         p.id, ($2::text[])[1 + n * 37 % 9],
         case when n * 13 % 11 = 0 then 'Cancelled' when day < date '2026-10-10' then 'Completed'
           else (array['Pending', 'Scheduled', 'InProgress', 'Completed'])[1 + n * 7 % 4] end,
         (array['Normal', 'Normal', 'High', 'Low'])[1 + n % 4], n * 11 % 33 = 0, 'M54.16 Radiculopathy, lumbar region', day, u.id, u.id,
         day + time '15:00', day + time '15:00'
       from (select n, date '2018-11-21' + (n * 2921 / $1)::integer as day from generate_series(0, $1::bigint - 1) n) as days
       join patients p on p.medical_record_number = lpad((1 + n * 7919 % $1)::text, 8, '0')
       cross join users u
       where u.user_name = 'bench'
       order by n`,
      [count, TYPES],
    );
    // The measuring account also places orders, which only providers can do.
    await client.query(
      `insert into user_roles (user_id, role_id)
       select u.id, r.id from users u, roles r where u.user_name = 'bench' and r.name = 'ProviderPhysician'`,
    );
    await client.query(
      `insert into order_numbers (year, last)
       select extract(year from order_date), count(*) from medical_orders group by 1`,
    );
    await client.query(
      `insert into order_steps (order_id, from_status, to_status, changed_at, changed_by)
       select id, null, 'Pending', created_at, created_by from medical_orders
       union all
       select id, 'Pending', status, created_at + interval '1 day', created_by from medical_orders where status <> 'Pending'`,
    );
    for (const { definition } of indexes.rows) await client.query(definition);
    await client.query('vacuum (analyze) medical_orders, order_steps');
  } finally {
    client.release(true);
  }
}
