import { addDays } from '@portal/domain/calendar';

/** Number of days shown by default. */
const DEFAULT_DAYS = 30;

export interface DateRange {
  readonly startDate: string;
  readonly endDate: string;
}

/** The selected dates, both inclusive; by default, 30 days up to the selected end date or today. */
export function rangeOf(chosen: DateRange, today: string): DateRange {
  const endDate = chosen.endDate === '' ? today : chosen.endDate;
  return {
    startDate: chosen.startDate === '' ? addDays(endDate, 1 - DEFAULT_DAYS) : chosen.startDate,
    endDate,
  };
}

/** The error of a reversed range, shown at the end date. */
export const rangeProblem = ({ startDate, endDate }: DateRange): string | undefined =>
  startDate > endDate ? 'The end date must not be before the start date' : undefined;
