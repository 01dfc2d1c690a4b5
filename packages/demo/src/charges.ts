import { addDays } from '@portal/domain/calendar';
import { formatDateUs, todayIn } from '@portal/domain/date';
import type { Transaction } from 'kysely';
import type { Database } from '@portal/server/db/schema';
import { officeDay, officeTime } from './office-time.ts';
import { SeededRandom } from './random.ts';

/** Days whose notes were entered in billing. */
const DAYS = 125;
/** Notes of the last days wait to be entered. */
const WAITING_DAYS = 3;
/** Share of notes that were forgotten when their day was entered. */
const FORGOTTEN = 0.03;

/** Enters the signed notes of most workdays in billing, one batch per day. Dictations must exist. */
export async function insertDemoCharges(tx: Transaction<Database>, zone: string, now: Date): Promise<void> {
  const random = new SeededRandom(37);
  const today = todayIn(zone, now);
  const { id: adminId } = await tx
    .selectFrom('users')
    .select('id')
    .where('user_name', '=', 'admin')
    .executeTakeFirstOrThrow();
  const notes = await listNotes(tx, addDays(today, -DAYS), addDays(today, -WAITING_DAYS - 1));
  for (const [day, ofDay] of Map.groupBy(notes, (note) => note.procedure_date)) {
    const at = new Date(officeTime(random, zone, officeDay(addDays(day, 2), 1)));
    const entered = ofDay.filter(
      ({ signed_at: signed }) => signed !== null && signed < at && !random.chance(FORGOTTEN),
    );
    if (entered.length === 0 || at > now) continue;
    const batch = await tx
      .insertInto('charge_batches')
      .values({ name: `Procedures of ${formatDateUs(day)}`, created_by: adminId, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('charge_entries')
      .values(
        entered.map(({ id, addenda }) => ({
          batch_id: batch.id,
          dictation_id: id,
          addendum_count: addenda.filter((written) => written <= at).length,
          entered_by: adminId,
          entered_at: at,
        })),
      )
      .execute();
  }
}

/** Signed notes with procedure codes, and when their addenda were added. */
async function listNotes(tx: Transaction<Database>, from: string, to: string) {
  const notes = await tx
    .selectFrom('dictations as d')
    .select(['d.id', 'd.procedure_date', 'd.signed_at'])
    .where('d.status', '=', 'Signed')
    .where('d.billing_option', 'in', ['standard', 'reduced'])
    .where('d.procedure_date', '>=', from)
    .where('d.procedure_date', '<=', to)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('dictation_codes as c')
          .select('c.code')
          .whereRef('c.dictation_id', '=', 'd.id')
          .where('c.code_type', '=', 'CPT'),
      ),
    )
    .orderBy('d.procedure_date')
    .orderBy('d.id')
    .execute();
  const addenda = Map.groupBy(
    await tx.selectFrom('dictation_addenda').select(['dictation_id', 'created_at']).execute(),
    (addendum) => addendum.dictation_id,
  );
  return notes.map((note) => ({
    ...note,
    addenda: (addenda.get(note.id) ?? []).map(({ created_at: written }) => written),
  }));
}
