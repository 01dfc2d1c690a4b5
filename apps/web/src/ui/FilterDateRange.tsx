import { FilterDate } from './FilterDate.tsx';

interface FilterDateRangeProps {
  /** Both YYYY-MM-DD, `''` where the filter is not set. */
  readonly value: { readonly startDate: string; readonly endDate: string };
  /** First and last day that can be chosen, YYYY-MM-DD. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** What is wrong with the two together; said at the end. */
  readonly error?: string | undefined;
  readonly onChange: (name: 'startDate' | 'endDate', date: string) => void;
}

/** The first and the last day a list is filtered by. */
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
