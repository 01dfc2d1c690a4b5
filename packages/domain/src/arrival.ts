const MINUTE_MS = 60_000;
/** A clock-in up to this long before a shift counts for it, even on the day before (a shift that starts at midnight). */
const EARLY_MS = 4 * 60 * MINUTE_MS;
/** A card from before that ends this soon after the start of a shift belongs to the work before it. */
const OVERRUN_MS = 30 * MINUTE_MS;

/** Arrival status as the report shows it. */
export type ArrivalStatus = 'Absent' | 'On Time' | 'Late' | 'Not Started';
export interface Arrival {
  readonly status: ArrivalStatus;
  /** Whole minutes from the start of the shift; 0 within the grace period. */
  readonly minutesLate: number;
}

/**
 * Rates an arrival in whole minutes; times are milliseconds since 1970. It is on time until the end of the grace period, then
 * late. Without a card, the status is Not Started until the grace period ends, then Absent.
 */
export function rateArrival(input: {
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

/** A timecard for `arrivalFor`. */
export interface ArrivalCard {
  readonly clockIn: number;
  /** The clock-out, or until when an open or unconfirmed card counts. */
  readonly workedUntil: number;
  readonly isOpen: boolean;
}

/**
 * The clock-in for a shift, or null. Who is at work when the shift starts has arrived, whenever they clocked in. Otherwise it is the
 * earliest card that overlaps the shift and starts on its day or up to four hours before it. If a card from long before ends within
 * half an hour of the start, such as an overrun night shift, a later clock-in counts instead. A closed card without any time is nobody's
 * arrival.
 */
export function arrivalFor(
  shift: { readonly dayStart: number; readonly start: number; readonly end: number },
  cards: readonly ArrivalCard[],
): number | null {
  const earliest = Math.min(shift.dayStart, shift.start - EARLY_MS);
  const overlapping = cards.filter(
    ({ clockIn, workedUntil, isOpen }) =>
      clockIn < shift.end &&
      (isOpen || workedUntil > clockIn) &&
      (workedUntil > shift.start || (isOpen && clockIn >= earliest)),
  );
  const forShift = overlapping.filter(
    ({ clockIn, workedUntil }) => clockIn >= earliest || workedUntil > shift.start + OVERRUN_MS,
  );
  const clockIns = (forShift.length === 0 ? overlapping : forShift).map(({ clockIn }) => clockIn);
  return clockIns.length === 0 ? null : Math.min(...clockIns);
}

/** On-time arrivals in percent of all shifts that have started, to one decimal; null if none has started. */
export function complianceRate(counts: {
  readonly onTime: number;
  readonly late: number;
  readonly absent: number;
}): number | null {
  const begun = counts.onTime + counts.late + counts.absent;
  return begun === 0 ? null : Math.round((counts.onTime / begun) * 1000) / 10;
}

/** Compliance rate in percent from which it is shown as good. */
export const GOOD_COMPLIANCE = 90;
