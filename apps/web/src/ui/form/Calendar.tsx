import { Box } from '@mui/material';
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { isDateOnly } from '@portal/domain/date';
import dayjs, { type Dayjs } from 'dayjs';
import { useEffect, useRef } from 'react';

interface CalendarProps {
  readonly value: string;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onChange: (date: string) => void;
}

/** A calendar to pick a date. Dates are local midnight, never shifted by time zones. */
export function Calendar({ value, min, max, onChange }: CalendarProps) {
  const box = useRef<HTMLElement>(null);
  // Focuses the current day for arrow keys. The calendar loads after its popover took the focus.
  useEffect(() => box.current?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus(), []);
  const minDate = toDate(min);
  const maxDate = toDate(max);
  return (
    <Box ref={box}>
      <LocalizationProvider dateAdapter={AdapterDayjs}>
        <DateCalendar
          value={toDate(value) ?? null}
          {...(minDate && { minDate })}
          {...(maxDate && { maxDate })}
          onChange={(date, state) => {
            // Selecting a year or month only changes the view.
            if (date !== null && state === 'finish') onChange(date.format('YYYY-MM-DD'));
          }}
        />
      </LocalizationProvider>
    </Box>
  );
}

function toDate(text: string | undefined): Dayjs | undefined {
  return text === undefined || !isDateOnly(text) ? undefined : dayjs(text);
}
