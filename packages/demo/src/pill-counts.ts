import { addDays, dayOfWeek, zonedMoment } from '@portal/domain/calendar';
import { todayIn } from '@portal/domain/date';
import type { Insertable, Transaction } from 'kysely';
import type { Database, PillCountsTable } from '@portal/server/db/schema';
import { SeededRandom } from './random.ts';

const PATIENTS = 15;
/** Number of pill counts per patient, the newest some days ago: 60 in total. */
const COUNTS = 4;
/** A prescription covers four weeks. */
const COURSE_DAYS = 28;
const PROVIDERS = ['physician', 'midlevel', 'sfitzgerald', 'jnakamura'];
/** Common prescriptions of a pain practice, with tenths of a pill per day. */
const PRESCRIPTIONS = [
  { name: 'Oxycodone 5 mg', tenthsPerDay: 40 },
  { name: 'Hydrocodone/APAP 7.5/325 mg', tenthsPerDay: 30 },
  { name: 'Tramadol 50 mg', tenthsPerDay: 30 },
  { name: 'Morphine ER 15 mg', tenthsPerDay: 20 },
  { name: 'Tapentadol 50 mg', tenthsPerDay: 20 },
  { name: 'Clonazepam 0.5 mg', tenthsPerDay: 15 },
  { name: 'Buprenorphine/naloxone 8/2 mg', tenthsPerDay: 10 },
] as const;
/** Pills that every fifth patient still had from an earlier fill. */
const CARRIED_OVER = 12;
/** How far a patient’s counts are off, in days of the prescription: mostly very little. */
const HABITS = [
  [0, 0, 0.5, -0.5],
  [0, 0.5, 0, 0],
  [0, -0.5, 0, -1],
  [0.5, 1.5, 0, 1],
  [-0.5, -1.5, -2, -4],
  [0, 2.5, 3.5, 1],
] as const;
const NOTES = [
  'Counted in the office; patient brought the bottle.',
  'Counted twice; the second count agreed.',
  'Says two pills fell into the sink.',
  'Took fewer doses after the injection.',
];

/** Adds saved pill counts of the last months, always the same relative to today. */
export async function insertDemoPillCounts(
  tx: Transaction<Database>,
  zone: string,
  now: Date,
): Promise<void> {
  const patients = await tx
    .selectFrom('patients')
    .select('id')
    .where('is_active', '=', true)
    .where('date_of_birth', '<', '1990-01-01')
    .orderBy('created_at')
    .limit(PATIENTS)
    .execute();
  const providers = await tx
    .selectFrom('users')
    .select('id')
    .where('user_name', 'in', PROVIDERS)
    .orderBy('employee_id')
    .execute();
  const random = new SeededRandom(76);
  const today = todayIn(zone, now);
  const rows = patients.flatMap(({ id }, index) =>
    countsOf(random, { patient_id: id, provider_id: random.pick(providers).id }, index, { zone, today }),
  );
  await tx.insertInto('pill_counts').values(rows).execute();
}

function countsOf(
  random: SeededRandom,
  who: Pick<Insertable<PillCountsTable>, 'patient_id' | 'provider_id'>,
  index: number,
  { zone, today }: { readonly zone: string; readonly today: string },
): Insertable<PillCountsTable>[] {
  const { name, tenthsPerDay } = random.pick(PRESCRIPTIONS);
  const given = Math.ceil((tenthsPerDay * COURSE_DAYS) / 10);
  const carriedOver = index % 5 === 4 ? CARRIED_OVER : 0;
  const habits = HABITS[index % HABITS.length] ?? [];
  return Array.from({ length: COUNTS }, (_, at) => {
    const countedOn = officeDay(addDays(today, -1 - random.int(0, 6) - COURSE_DAYS * (COUNTS - 1 - at)));
    const days = random.int(9, COURSE_DAYS - 2);
    const expected = given + carriedOver - (tenthsPerDay * days) / 10;
    const remaining = Math.round(expected + ((habits[at] ?? 0) * tenthsPerDay) / 10);
    return {
      ...who,
      prescription_name: name,
      prescription_date: addDays(countedOn, -days),
      pills_given: given,
      pills_carried_over: carriedOver,
      tenths_per_day: tenthsPerDay,
      pills_remaining: Math.max(0, remaining),
      notes: random.chance(0.3) ? random.pick(NOTES) : null,
      counted_on: countedOn,
      calculated_at: new Date(
        zonedMoment(zone, countedOn, `${String(random.int(9, 16)).padStart(2, '0')}:${random.int(10, 59)}`),
      ),
      deleted_at: null,
      deleted_by: null,
    };
  });
}

/** The day itself, or the Friday before a weekend. */
function officeDay(date: string): string {
  const day = dayOfWeek(date);
  if (day === 0) return addDays(date, -2);
  return day === 6 ? addDays(date, -1) : date;
}
