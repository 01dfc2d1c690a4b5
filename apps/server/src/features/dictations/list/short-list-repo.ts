import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Maximum number of rows in lists without paging. */
const MAX_ROWS = 500;

/** Lists the IDs of a user's most recent dictations as author or provider, newest first. */
export async function listRecentIds(db: Db, userId: string, count: number): Promise<string[]> {
  const part = (column: 'created_by' | 'provider_id') => sql`(
    select id, created_at from dictations where ${sql.ref(column)} = ${userId} and is_active
    order by created_at desc, id desc limit ${count})`;
  const { rows } = await sql<{ id: string }>`
    select id from (${part('created_by')} union ${part('provider_id')}) d
    order by created_at desc, id desc limit ${count}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists the IDs of a patient's dictations, newest procedure first. */
export async function listIdsOfPatient(db: Db, patientId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from dictations where patient_id = ${patientId} and is_active
    order by procedure_date desc, id desc limit ${MAX_ROWS}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists the IDs of the dictations that were started from an order, newest procedure first. */
export async function listIdsOfOrder(db: Db, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from dictations where order_id = ${orderId} and is_active
    order by procedure_date desc, id desc limit ${MAX_ROWS}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists the IDs of a provider's dictations in a date range, newest procedure first. */
export async function listIdsOfProvider(
  db: Db,
  providerId: string,
  { startDate, endDate }: { readonly startDate: string | undefined; readonly endDate: string | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from dictations where provider_id = ${providerId} and is_active
      and procedure_date between ${startDate ?? '-infinity'}::date and ${endDate ?? 'infinity'}::date
    order by procedure_date desc, id desc limit ${MAX_ROWS}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether a user exists, active or not. */
export async function userExists(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
