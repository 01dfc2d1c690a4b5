import CalendarTodayIcon from '@mui/icons-material/CalendarToday';
import { CircularProgress, IconButton, Popover } from '@mui/material';
import { useState } from 'react';
import { lazyPart } from '../lazy-part.tsx';

/** Loaded when first opened, because most dates are typed. */
const Calendar = lazyPart(async () => (await import('./Calendar.tsx')).Calendar, {
  waiting: <CircularProgress aria-label="Loading calendar" sx={{ m: 8 }} />,
});

interface CalendarButtonProps {
  readonly label: string;
  /** YYYY-MM-DD. For any other value, the calendar opens on today. */
  readonly value: string;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (date: string) => void;
}

/** The button of a date field that opens a calendar. */
export function CalendarButton({ label, value, min, max, disabled, onChange }: CalendarButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        size="small"
        edge="end"
        aria-label={label}
        aria-haspopup="dialog"
        disabled={disabled}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <CalendarTodayIcon fontSize="small" />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label } }}
      >
        <Calendar
          value={value}
          min={min}
          max={max}
          onChange={(date) => {
            setAnchor(null);
            onChange(date);
          }}
        />
      </Popover>
    </>
  );
}
