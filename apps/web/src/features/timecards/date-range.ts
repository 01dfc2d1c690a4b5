import { addDays } from '@portal/domain/calendar';

/** Days a list shows unless others are chosen. */
const STANDARD_DAYS = 30;

export interface DateRange {
  readonly startDate: string;
  readonly endDate: string;
}

/** The days chosen, both included; without a choice the 30 up to the chosen end or today. */
export function rangeOf(chosen: DateRange, today: string): DateRange {
  const endDate = chosen.endDate === '' ? today : chosen.endDate;
  return {
    startDate: chosen.startDate === '' ? addDays(endDate, 1 - STANDARD_DAYS) : chosen.startDate,
    endDate,
  };
}

/** What is wrong with it, said at the end date. */
export const rangeProblem = ({ startDate, endDate }: DateRange): string | undefined =>
  startDate > endDate ? 'The end date must not be before the start date' : undefined;
