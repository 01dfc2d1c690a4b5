import type { createPool } from '@portal/server/db/database';

/** Groups this year’s dictations by provider, location and day. The pool is the owner’s. */
export async function fillDictationGroups(pool: ReturnType<typeof createPool>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`set statement_timeout = 0; set synchronous_commit = off; set work_mem = '256MB'`);
    await client.query(
      `insert into dictation_groups (group_name, provider_id, location_id, procedure_date, created_by, created_at, updated_at)
       select 'Group - ' || to_char(procedure_date, 'MM/DD/YYYY') || ' (' || count(*) || ' procedures)', provider_id, location_id, procedure_date,
         provider_id, procedure_date + time '18:00', procedure_date + time '18:00'
       from dictations where procedure_date >= '2026-01-01' and is_active
       group by provider_id, location_id, procedure_date`,
    );
    await client.query(
      `update dictations d set group_id = g.id from dictation_groups g
       where g.provider_id = d.provider_id and g.location_id = d.location_id and g.procedure_date = d.procedure_date and d.is_active`,
    );
    await client.query('vacuum (analyze) dictations, dictation_groups');
  } finally {
    client.release(true);
  }
}
