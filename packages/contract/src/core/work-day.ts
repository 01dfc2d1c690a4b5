import { dateOnly } from './fields.ts';

/** A work day, YYYY-MM-DD. Implausible years are refused. */
export const workDay = (label: string) =>
  dateOnly(label).refine((date) => date >= '2000-01-01' && date <= '2999-12-31', {
    error: `${label} must be between the years 2000 and 2999`,
    abort: true,
  });
