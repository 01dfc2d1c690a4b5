import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Only the newest orders of a patient are read. */
const NEWEST = 100;

/** Lists the diagnoses of a patient’s orders that were not cancelled, each once with its newest order. */
export const listDiagnosesOfOrders = (
  db: Db,
  patientId: string,
): Promise<{ id: string; name: string; date: string; text: string }[]> =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('medical_orders')
        .select(['id', 'order_number', 'order_date', 'diagnosis'])
        .where('patient_id', '=', patientId)
        .where('status', '<>', 'Cancelled')
        .orderBy('order_date', 'desc')
        .orderBy('id', 'desc')
        .limit(NEWEST)
        .as('o'),
    )
    .distinctOn(sql`lower(o.diagnosis)`)
    .select(['o.id', 'o.order_number as name', 'o.order_date as date', 'o.diagnosis as text'])
    .orderBy(sql`lower(o.diagnosis)`)
    .orderBy('o.order_date', 'desc')
    .orderBy('o.id', 'desc')
    .execute();
