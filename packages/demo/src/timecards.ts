import { addDays, dayOfWeek, mondayOf, zonedMoment } from '@portal/domain/calendar';
import { todayIn } from '@portal/domain/date';
import type { Insertable, Transaction } from 'kysely';
import type { Database, TimecardSchedulesTable, TimecardsTable } from '@portal/server/db/schema';
import { SeededRandom } from './random.ts';
import { DEMO_SHIFTS, type DemoHabit, type DemoShift } from './timecard-habits.ts';

const WEEKS = 8;
const MINUTE_MS = 60_000;
/** This account has no timecard today, so that users can try clocking in. */
const STILL_TO_CLOCK_IN = 'staff';
/** This account is clocked in whenever the demo starts. */
const ON_CALL = 'mobrien';
/** Corrects other employees’ timecards. */
const CORRECTS = 'rgreenberg';

type Card = Insertable<TimecardsTable>;
interface Person extends DemoShift {
  readonly id: string;
}

/**
 * Adds schedules and timecards of eight weeks up to today, always the same relative to today, with late arrivals,
 * overtime, missed lunches, an absence, a missed clock-out and a corrected one.
 */
export async function insertDemoTimecards(tx: Transaction<Database>, zone: string, now: Date): Promise<void> {
  const users = await tx.selectFrom('users').select(['id', 'user_name']).execute();
  const ids = new Map(users.map(({ id, user_name: name }) => [name, id]));
  const people = DEMO_SHIFTS.flatMap((shift): Person[] => {
    const id = ids.get(shift.userName);
    return id === undefined ? [] : [{ ...shift, id }];
  });
  const today = todayIn(zone, now);
  const firstDay = addDays(mondayOf(today), -7 * WEEKS);
  await tx
    .insertInto('timecard_schedules')
    .values(people.flatMap((person) => schedulesOf(person, firstDay, today)))
    .execute();
  const random = new SeededRandom(78);
  const cards = people.flatMap((person) => cardsOf(person, { random, zone, now, today, firstDay }));
  await tx
    .insertInto('timecards')
    .values([...cards, ...onCall(people, cards, now)])
    .execute();
  await correctOne(tx, people, now);
}

/** One employee’s hours changed three weeks ago. */
const changeDay = (today: string) => addDays(mondayOf(today), -21);
const OLD_START = '07:30';

/** The current and the previous schedule. */
function schedulesOf(person: Person, firstDay: string, today: string): Insertable<TimecardSchedulesTable>[] {
  return person.days.flatMap((day) => {
    const shift = {
      user_id: person.id,
      day_of_week: day,
      start_time: person.start,
      end_time: person.end,
      lunch_start_time: person.lunch,
      lunch_minutes: person.lunchMinutes,
      grace_minutes: person.graceMinutes,
      requires_lunch: person.requiresLunch,
      effective_from: firstDay,
      effective_to: null,
    };
    if (person.habit !== 'New hours') return [shift];
    return [
      { ...shift, start_time: OLD_START, effective_to: addDays(changeDay(today), -1) },
      { ...shift, effective_from: changeDay(today) },
    ];
  });
}

const startOn = (person: Person, date: string, today: string) =>
  person.habit === 'New hours' && date < changeDay(today) ? OLD_START : person.start;

interface Times {
  readonly random: SeededRandom;
  readonly zone: string;
  readonly now: Date;
  readonly today: string;
  readonly firstDay: string;
}

function cardsOf(person: Person, times: Times): Card[] {
  const cards: Card[] = [];
  for (let date = times.firstDay, index = 0; date <= times.today; date = addDays(date, 1), index += 1) {
    if (!person.days.includes(dayOfWeek(date))) continue;
    const card = dayCard(person, date, index, times);
    const isToday = date === times.today;
    if (card === undefined || (isToday && person.userName === STILL_TO_CLOCK_IN)) continue;
    const until = asOf(card, times.now);
    if (until !== undefined) cards.push(until);
  }
  return cards;
}

/** The deviation on the nth day: minutes after the start and end of the shift, and whether there is a lunch break. */
function habitOf(habit: DemoHabit, index: number, random: SeededRandom) {
  const usual = { late: random.int(-7, 3), over: random.int(-2, 9), hasLunch: true };
  if (habit === 'Late' && random.chance(0.5)) return { ...usual, late: random.int(7, 38) };
  if (habit === 'New hours' && random.chance(0.35)) return { ...usual, late: random.int(6, 22) };
  if (habit === 'Overtime') return { ...usual, over: random.int(55, 130) };
  if (habit === 'No lunch' && random.chance(0.2)) return { ...usual, hasLunch: false };
  if (habit === 'Absent' && index % 12 === 4) return undefined;
  // Forgot to clock out and did it the next morning.
  if (habit === 'Forgets' && index % 28 === 24) return { ...usual, over: 15 * 60 + 5 };
  return usual;
}

function dayCard(
  person: Person,
  date: string,
  index: number,
  { random, zone, today }: Times,
): Card | undefined {
  const habit = habitOf(person.habit, index, random);
  const noise = () => random.int(0, 59_000);
  const [arrival, lunch, leave] = [noise(), random.int(-10, 25) * MINUTE_MS + noise(), noise()];
  const lunchLength = (person.lunchMinutes + random.int(-4, 6)) * MINUTE_MS;
  const note = random.chance(0.05);
  if (habit === undefined) return undefined;
  const at = (time: string, minutes: number, ms: number) =>
    zonedMoment(zone, date, time) + minutes * MINUTE_MS + ms;
  const lunchStart = person.lunch === null || !habit.hasLunch ? null : at(person.lunch, 0, lunch);
  return {
    user_id: person.id,
    clock_in_at: new Date(at(startOn(person, date, today), habit.late, arrival)),
    clock_out_at: new Date(at(person.end, habit.over, leave)),
    lunch_start_at: lunchStart === null ? null : new Date(lunchStart),
    lunch_end_at: lunchStart === null ? null : new Date(lunchStart + lunchLength),
    notes: note ? 'Opened the front desk' : null,
  };
}

/** The timecard as of now: open if its end is in the future, undefined before it begins. */
function asOf(card: Card, now: Date): Card | undefined {
  const past = (moment: Date | null | undefined) =>
    moment !== null && moment !== undefined && moment <= now ? moment : null;
  if (card.clock_in_at > now) return undefined;
  return {
    ...card,
    clock_out_at: past(card.clock_out_at),
    lunch_start_at: past(card.lunch_start_at),
    lunch_end_at: past(card.lunch_end_at),
  };
}

/** Outside office hours, one employee is on call. */
function onCall(people: readonly Person[], cards: readonly Card[], now: Date): Card[] {
  const person = people.find(({ userName }) => userName === ON_CALL);
  if (person === undefined || cards.some((card) => card.clock_out_at === null)) return [];
  const ends = cards
    .filter((card) => card.user_id === person.id)
    .map((card) => card.clock_out_at?.getTime() ?? 0);
  const start = Math.max(now.getTime() - 100 * MINUTE_MS, ...ends.map((end) => end + MINUTE_MS));
  if (start >= now.getTime()) return [];
  return [
    {
      user_id: person.id,
      clock_in_at: new Date(start),
      clock_out_at: null,
      lunch_start_at: null,
      lunch_end_at: null,
      notes: 'On call',
    },
  ];
}

/** Corrects the second-to-last clock-out of an employee who stays too long. */
async function correctOne(tx: Transaction<Database>, people: readonly Person[], now: Date): Promise<void> {
  const by = people.find(({ userName }) => userName === CORRECTS);
  const person = people.find(({ habit }) => habit === 'Overtime');
  if (by === undefined || person === undefined) return;
  const card = await tx
    .selectFrom('timecards')
    .select(['id', 'clock_in_at', 'clock_out_at', 'lunch_start_at', 'lunch_end_at'])
    .where('user_id', '=', person.id)
    .where('clock_out_at', 'is not', null)
    .orderBy('clock_in_at', 'desc')
    .offset(1)
    .limit(1)
    .executeTakeFirstOrThrow();
  const { clock_out_at: out } = card;
  if (out === null) return;
  const values = (clockOutTime: Date) =>
    JSON.stringify({
      clockInTime: card.clock_in_at,
      clockOutTime,
      lunchStartTime: card.lunch_start_at,
      lunchEndTime: card.lunch_end_at,
      notes: null,
    });
  await tx
    .updateTable('timecards')
    .set({ is_corrected: true, hours_confirmed: true, version: 2, notes: null })
    .where('id', '=', card.id)
    .execute();
  await tx
    .insertInto('timecard_corrections')
    .values({
      timecard_id: card.id,
      at: new Date(Math.min(now.getTime(), out.getTime() + 90 * MINUTE_MS)),
      corrected_by: by.id,
      action: 'Changed',
      reason:
        'Left with the last patient and clocked out from the parking lot; confirmed with the front desk.',
      old_values: values(new Date(out.getTime() + 25 * MINUTE_MS)),
      new_values: values(out),
    })
    .execute();
}
