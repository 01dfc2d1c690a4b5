import { timecard, type Timecard } from '@portal/contract/timecards';
import { dateOnly, id, optionalLines, reason, version } from '@portal/contract/fields';
import { addDays, isTimeOfDay } from '@portal/domain/calendar';
import { formatTime, momentProblem, momentsOf, splitZone, type PracticeClock } from '@portal/domain/clock';
import { dateIn } from '@portal/domain/date';
import { cardProblems, CLOCK_NOTES_MAX, eachMoment, type Moment } from '@portal/domain/timecard';
import { serverNow } from '#lib/server-clock.ts';
import { z } from 'zod';

const timeOfDay = z
  .string()
  .trim()
  .refine((text) => text === '' || isTimeOfDay(splitZone(text).time), 'Enter a time');
/** HH:mm, in a repeated hour with the zone. */
const timeOfDayIn = (timeZone: string, at: string) => formatTime(at, { timeZone, clock: '24' });

/**
 * Schema of the timecard form: a date and times in the practice's time zone. A time before the clock-in is on the next day.
 * Untouched times keep their seconds. A time that a clock change skips is refused; one that it repeats needs the zone.
 */
export const cardForm = (practice: PracticeClock) =>
  z
    .strictObject({
      userId: z.union([id, z.literal('')]).refine((text) => text !== '', 'Choose an employee'),
      workDate: dateOnly('Date'),
      ...eachMoment(() => timeOfDay),
      clockInTime: timeOfDay.refine((text) => text !== '', { error: 'Enter the clock-in time', abort: true }),
      notes: optionalLines('Notes', CLOCK_NOTES_MAX),
      reason,
      version,
      /** As saved; null for a new card. */
      original: z.object({ ...eachMoment(() => z.string().nullable()), workDate: z.string() }).nullable(),
    })
    .transform((values, context) => {
      const { original, workDate, ...rest } = values;
      const at = (name: Moment) => {
        const text = values[name];
        if (text === '') return null;
        const saved = original?.[name] ?? null;
        const isUntouched =
          saved !== null && original?.workDate === workDate && timeOfDayIn(practice.timeZone, saved) === text;
        if (isUntouched) return saved;
        const day = dayOf(text);
        const [first] = momentsOf(day, text, practice.timeZone);
        const message = momentProblem(day, text, practice);
        if (message !== null) context.addIssue({ code: 'custom', path: [name], message });
        return first === undefined ? null : new Date(first).toISOString();
      };
      /** The work date, or the next day if every moment that is meant would be before the clock-in. */
      const dayOf = (text: string) => {
        if (splitZone(text).time >= splitZone(values.clockInTime).time) return workDate;
        const [start = 0] = momentsOf(workDate, values.clockInTime, practice.timeZone);
        const last = momentsOf(workDate, text, practice.timeZone).at(-1) ?? 0;
        return last > start ? workDate : addDays(workDate, 1);
      };
      const times = eachMoment(at);
      const card = { ...times, clockInTime: times.clockInTime ?? '' };
      if (context.issues.length > 0) return z.NEVER;
      for (const [field, message] of Object.entries(cardProblems(card, serverNow())))
        context.addIssue({ code: 'custom', path: [field], message });
      return { ...rest, ...card };
    });
export type CardInput = z.input<ReturnType<typeof cardForm>>;

/** The form values of a new card. */
export const newCard = (userId: string, workDate: string): CardInput => ({
  userId,
  workDate,
  ...eachMoment(() => ''),
  notes: '',
  reason: '',
  original: null,
});

/** The form values of a saved card, with what its owner proposes. The reason is blank, because each change needs a new one. */
export function cardInput(card: Timecard, zone: string): CardInput {
  const text = (at: string | null) => (at === null ? '' : timeOfDayIn(zone, at));
  const times = card.proposedTimes ?? card;
  const workDate = dateIn(zone, new Date(times.clockInTime));
  return {
    userId: card.userId,
    workDate,
    ...eachMoment((name) => text(times[name])),
    notes: times.notes ?? '',
    reason: '',
    version: card.version,
    original: { ...eachMoment((name) => times[name]), workDate },
  };
}

/** The form values of the current card in a STALE error; null if it is invalid. */
export function currentCard(current: unknown, zone: string): CardInput | null {
  const parsed = timecard.safeParse(current);
  return parsed.success ? cardInput(parsed.data, zone) : null;
}

export const CARD_LABELS = {
  workDate: 'Date',
  clockInTime: 'Clock In',
  clockOutTime: 'Clock Out',
  lunchStartTime: 'Lunch Start',
  lunchEndTime: 'Lunch End',
  notes: 'Notes',
} as const;
