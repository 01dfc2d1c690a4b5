import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { Schedule } from '@portal/contract/timecard-schedules';
import { DAY_NAMES, DAYS_FROM_MONDAY } from '@portal/domain/calendar';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { lunchText, shiftText } from './week-schedule.ts';
import { minutesText } from './time-format.ts';

interface WeekTableProps {
  readonly label: string;
  /** Monday first; undefined for days off. */
  readonly week: readonly (Schedule | undefined)[];
}

/** An employee's weekly schedule by day. */
export function WeekTable({ label, week }: WeekTableProps) {
  const times = usePracticeTimes();
  return (
    <TableContainer>
      <Table aria-label={label}>
        <TableHead>
          <TableRow>
            <TableCell>Day</TableCell>
            <TableCell>Shift</TableCell>
            <TableCell>Lunch</TableCell>
            <TableCell>Grace Period</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {DAYS_FROM_MONDAY.map((day, index) => {
            const shift = week[index];
            return (
              <TableRow key={day}>
                <TableCell component="th" scope="row">
                  {DAY_NAMES[day]}
                </TableCell>
                {shift === undefined ? (
                  <TableCell colSpan={3}>
                    <Typography variant="body2" color="textSecondary">
                      Off
                    </Typography>
                  </TableCell>
                ) : (
                  <>
                    <TableCell>{shiftText(shift, times)}</TableCell>
                    <TableCell>{lunchText(shift, times)}</TableCell>
                    <TableCell>{minutesText(shift.gracePeriodMinutes)}</TableCell>
                  </>
                )}
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
