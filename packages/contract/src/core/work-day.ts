import { dateOnly } from './fields.ts';

/** A day of work, YYYY-MM-DD; years that cannot be meant are refused. */
export const workDay = (label: string) =>
  dateOnly(label).refine((date) => date >= '2000-01-01' && date <= '2999-12-31', {
    error: `${label} must be a day of the years 2000 to 2999`,
    abort: true,
  });
