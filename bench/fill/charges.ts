import type { createPool } from '@portal/server/db/database';

/** Enters nine of ten signed dictations in billing, in one batch per day. The pool is the owner’s. */
export async function fillCharges(pool: ReturnType<typeof createPool>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set synchronous_commit = off');
    await client.query(
      `with batches as (
         insert into charge_batches (name, created_by, created_at)
         select 'Procedures of ' || day, (select id from users where user_name = 'bench'), day + time '17:00'
         from (select distinct procedure_date as day from dictations where status = 'Signed') days
         returning id, created_by, created_at)
       insert into charge_entries (batch_id, dictation_id, addendum_count, entered_by, entered_at)
       select b.id, d.id, d.addendum_count, b.created_by, b.created_at
       from dictations d join batches b on b.created_at = d.procedure_date + time '17:00'
       where d.status = 'Signed' and hashtext(d.id::text) % 10 <> 0`,
    );
    await client.query('vacuum (analyze) charge_batches, charge_entries');
  } finally {
    client.release(true);
  }
}
