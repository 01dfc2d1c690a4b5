import { addDays } from './calendar.ts';
import { formatDateUs } from './date.ts';

/** The first plausible day of anything in a patient's record. */
export const FIRST_DAY = '1900-01-01';
/** How many days ahead a dictation can be prepared. */
export const MAX_DAYS_AHEAD = 60;

/** Whether a day (YYYY-MM-DD) can be a day of a record at all. Mistyped years such as 0202 and 9999 cannot. */
export const isPlausibleDay = (day: string): boolean => day >= FIRST_DAY && day < '2200-01-01';

/** Why a day cannot be in the record of a patient with this birth date, or null. Days are YYYY-MM-DD. */
export const beforeBirthProblem = (label: string, day: string, dateOfBirth: string | null): string | null =>
  dateOfBirth !== null && day < dateOfBirth
    ? `${label} cannot be before the patient was born (${formatDateUs(dateOfBirth)})`
    : null;

/** Why a dictation cannot be prepared for a day, or null. Days are YYYY-MM-DD; `today` is the practice's. */
export function tooFarAheadProblem(day: string, today: string): string | null {
  const last = addDays(today, MAX_DAYS_AHEAD);
  return day > last
    ? `Procedure date can be at most ${MAX_DAYS_AHEAD} days ahead, until ${formatDateUs(last)}`
    : null;
}

/** Why a dictation cannot have a procedure date, or null. */
export const procedureDateProblem = (day: string, today: string, dateOfBirth: string | null): string | null =>
  tooFarAheadProblem(day, today) ?? beforeBirthProblem('Procedure date', day, dateOfBirth);
