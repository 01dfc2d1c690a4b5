import { FilterDate } from './FilterDate.tsx';

interface FilterDateRangeProps {
  /** Both YYYY-MM-DD, or `''` if not set. */
  readonly value: { readonly startDate: string; readonly endDate: string };
  /** First and last selectable day, YYYY-MM-DD. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** Error of the range, shown at the end date. */
  readonly error?: string | undefined;
  readonly onChange: (name: 'startDate' | 'endDate', date: string) => void;
}

export function FilterDateRange({ value, min, max, error, onChange }: FilterDateRangeProps) {
  const { startDate, endDate } = value;
  return (
    <>
      <FilterDate
        label="Start Date"
        value={startDate}
        min={min}
        max={max}
        onChange={(date) => onChange('startDate', date)}
      />
      <FilterDate
        label="End Date"
        value={endDate}
        min={startDate === '' ? min : startDate}
        max={max}
        error={error}
        onChange={(date) => onChange('endDate', date)}
      />
    </>
  );
}
