const MINUTE_MS = 60_000;
/** Who clocks in up to this long before a shift has come for it, be it on the day before (a shift that starts at midnight). */
const EARLY_MS = 4 * 60 * MINUTE_MS;

/** How somebody arrived for a shift, in the words of the report; moments are milliseconds since 1970. */
export type ArrivalStatus = 'Absent' | 'On Time' | 'Late' | 'Not Started';
export interface Arrival {
  readonly status: ArrivalStatus;
  /** Whole minutes from the start of the shift; 0 within the grace period. */
  readonly minutesLate: number;
}

/**
 * Judges an arrival by whole minutes: on time up to the end of the grace period, late after it, and absent without a
 * card once it is over. A shift that has not started yet, or is within its grace period, is neither late nor absent.
 */
export function judgeArrival(input: {
  readonly scheduled: number;
  readonly graceMinutes: number;
  readonly arrived: number | null;
  readonly now: number;
}): Arrival {
  const minutesAfter = (moment: number) => Math.floor((moment - input.scheduled) / MINUTE_MS);
  if (input.arrived === null) {
    const isOver = minutesAfter(input.now) > input.graceMinutes;
    return { status: isOver ? 'Absent' : 'Not Started', minutesLate: 0 };
  }
  const late = minutesAfter(input.arrived);
  return late > input.graceMinutes
    ? { status: 'Late', minutesLate: late }
    : { status: 'On Time', minutesLate: 0 };
}

/**
 * The clock-in with which somebody came to a shift: the first of the cards that reach into it, of those begun on the shift's day or
 * up to four hours before it. Null without one. A night shift that ends a few minutes late is no arrival for the next one.
 */
export function arrivalFor(
  shift: { readonly dayStart: number; readonly start: number; readonly end: number },
  cards: readonly { readonly clockIn: number; readonly clockOut: number | null }[],
): number | null {
  const clockIns = cards
    .filter(({ clockIn, clockOut }) => clockIn < shift.end && (clockOut === null || clockOut > shift.start))
    .map(({ clockIn }) => clockIn)
    .filter((clockIn) => clockIn >= Math.min(shift.dayStart, shift.start - EARLY_MS));
  return clockIns.length === 0 ? null : Math.min(...clockIns);
}

/** The share of those on time of all whose shift has begun, in percent to one decimal; null while nobody's has. */
export function complianceRate(counts: {
  readonly onTime: number;
  readonly late: number;
  readonly absent: number;
}): number | null {
  const begun = counts.onTime + counts.late + counts.absent;
  return begun === 0 ? null : Math.round((counts.onTime / begun) * 1000) / 10;
}

/** From this rate on compliance is shown as good, in percent. */
export const GOOD_COMPLIANCE = 90;
