import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { IconButton } from '@mui/material';
import { mondayOf } from '@portal/domain/calendar';
import { FilterDate } from '#ui/FilterDate.tsx';
import { useDaySteps } from './use-day-steps.ts';

interface WeekPickerProps {
  /** A Monday, YYYY-MM-DD. */
  readonly value: string;
  readonly onChange: (monday: string) => void;
}

/** Picks a week by its Monday; any other day selects its week. */
export function WeekPicker({ value, onChange }: WeekPickerProps) {
  const step = useDaySteps(value, onChange);
  return (
    <>
      <IconButton aria-label="Previous week" onClick={() => step(-7)}>
        <ChevronLeft />
      </IconButton>
      <FilterDate
        label="Week Starting"
        value={value}
        onChange={(date) => onChange(date === '' ? '' : mondayOf(date))}
      />
      <IconButton aria-label="Next week" onClick={() => step(7)}>
        <ChevronRight />
      </IconButton>
    </>
  );
}
