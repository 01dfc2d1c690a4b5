import type { createPool } from '@portal/server/db/database';

/**
 * As many phone messages as patients, over eight years. Recent ones have any status, older ones are completed. One in
 * twenty is assigned to the measuring account, and one in ten has no patient. The pool is the owner’s.
 */
export async function fillMessages(pool: ReturnType<typeof createPool>, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(
      `set statement_timeout = 0; set maintenance_work_mem = '1GB'; set synchronous_commit = off; set work_mem = '256MB'`,
    );
    const indexes = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename in ('phone_messages', 'phone_message_events') and indexname not like '%\\_pkey' and indexname not like '%\\_key'`,
    );
    for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
    await client.query(
      `insert into phone_messages (message_number, category, caller_name, caller_phone, patient_id, message, call_at, priority, status,
         assigned_to_user_id, assigned_by, assigned_at, resolution, completed_at, completed_by, created_by, created_at, updated_at)
       select 'MSG-' || extract(year from at) || '-' || lpad((row_number() over (partition by extract(year from at) order by n))::text, 6, '0'),
         (array['Appointment', 'Prescription', 'TestResults', 'Medical', 'Billing', 'Other'])[1 + n * 37 % 6],
         p.first_name || ' ' || p.last_name, p.phone, case when n % 10 > 0 then p.id end,
         'Asks for a refill and to be called back in the afternoon.', at, priority, status,
         case when n % 20 = 0 then u.id end, case when n % 20 = 0 then u.id end, case when n % 20 = 0 then at end,
         case when status = 'Completed' then 'Called back.' end, case when status = 'Completed' then at + interval '1 hour' end,
         case when status = 'Completed' then u.id end, u.id, at, at
       from (
         select n, at, (array['Normal', 'Normal', 'High', 'Low', 'Urgent'])[1 + n * 11 % 5] as priority,
           case when at < timestamptz '2026-10-25' then 'Completed'
             else (array['New', 'InProgress', 'RequiresFollowUp', 'Completed'])[1 + n * 7 % 4] end as status
         from (
           select n, timestamptz '2018-11-21 15:00Z' + interval '2921 days' * (n::float8 / $1::bigint) as at from generate_series(0, $1::bigint - 1) n
         ) moments
       ) calls
       join patients p on p.medical_record_number = lpad((1 + n * 7919 % $1)::text, 8, '0')
       cross join users u
       where u.user_name = 'bench'
       order by n`,
      [count],
    );
    await client.query(
      `insert into phone_message_numbers (year, last_number)
       select split_part(message_number, '-', 2)::smallint, count(*) from phone_messages group by 1`,
    );
    await client.query(
      `insert into phone_message_events (message_id, at, user_id, kind, body, status)
       select id, created_at, created_by, 'Created', null, null from phone_messages
       union all
       select id, completed_at, completed_by, 'Completed', resolution, status from phone_messages where status = 'Completed'`,
    );
    for (const { definition } of indexes.rows) await client.query(definition);
    await client.query('vacuum (analyze) phone_messages, phone_message_events');
  } finally {
    client.release(true);
  }
}
