import { Box } from '@mui/material';
import type { WeeklyReportRow } from '@portal/contract/timecard-reports';
import { addDays, DAY_NAMES, DAYS_FROM_MONDAY } from '@portal/domain/calendar';
import { formatHours } from '@portal/domain/work-time';
import type { Column } from '#ui/DataTable.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { visuallyHidden } from '#ui/visually-hidden.ts';
import { ReportMarks } from './ReportMarks.tsx';

type Key = 'name' | 'total' | 'overtime';

/** The columns Employee, Monday to Sunday, and the totals. */
export function weeklyColumns(monday: string): readonly Column<WeeklyReportRow, Key>[] {
  return [
    {
      id: 'employee',
      header: 'Employee',
      sortKey: 'name',
      render: (row) => (
        <>
          {row.userName} {row.isClockedIn ? <StatusChip label="At work" color="info" /> : null}
          <ReportMarks {...row} />
        </>
      ),
    },
    ...DAYS_FROM_MONDAY.map((day, index): Column<WeeklyReportRow, Key> => {
      const date = addDays(monday, index);
      return {
        id: `day${day}`,
        header: `${DAY_NAMES[day].slice(0, 3)} ${date.slice(5, 7)}/${date.slice(8)}`,
        kind: 'count',
        width: 56,
        align: 'right',
        isLabeled: true,
        render: ({ dailyHours }) => (
          <Hours seconds={dailyHours[day]?.workedHours ?? 0} mark={markOf(dailyHours[day])} />
        ),
      };
    }),
    {
      id: 'total',
      header: 'Total',
      kind: 'count',
      isLabeled: true,
      align: 'right',
      sortKey: 'total',
      render: ({ totalWeeklyHours }) => <strong>{formatHours(totalWeeklyHours)}</strong>,
    },
    {
      id: 'regular',
      header: 'Regular',
      kind: 'count',
      isLabeled: true,
      fold: { order: 1, into: 'employee' },
      align: 'right',
      render: ({ regularHours }) => formatHours(regularHours),
    },
    {
      id: 'overtime',
      header: 'Overtime',
      kind: 'count',
      isLabeled: true,
      align: 'right',
      sortKey: 'overtime',
      render: ({ hasOvertime, overtimeHours }) =>
        hasOvertime ? (
          <Box component="span" sx={{ color: 'secondary.main', fontWeight: 600 }}>
            {formatHours(overtimeHours)}
          </Box>
        ) : (
          <Hours seconds={0} />
        ),
    },
  ];
}

function markOf(day: WeeklyReportRow['dailyHours'][number] | undefined): string | undefined {
  if (day?.isUnconfirmed === true) return 'unconfirmed';
  return day?.isOwnCorrection === true ? 'own correction' : undefined;
}

/** Hours and minutes, or a dash for days without work. */
function Hours({ seconds, mark }: { readonly seconds: number; readonly mark?: string | undefined }) {
  if (mark !== undefined)
    return (
      <Box component="span" sx={{ color: 'error.main', fontWeight: 600, whiteSpace: 'nowrap' }}>
        {formatHours(seconds)}
        <span aria-hidden>*</span>
        <Box component="span" sx={visuallyHidden}>
          {' '}
          {mark}
        </Box>
      </Box>
    );
  if (seconds > 0) return formatHours(seconds);
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      —
    </Box>
  );
}
