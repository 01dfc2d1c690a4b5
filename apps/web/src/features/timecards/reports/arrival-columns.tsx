import { Stack } from '@mui/material';
import type { EmployeeArrival } from '@portal/contract/timecard-reports';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { ReportMarks } from './ReportMarks.tsx';
import { minutesText } from '../time-format.ts';

type Key = 'name' | 'scheduled' | 'actual' | 'status' | 'minutesLate';

const COLORS = { Absent: 'error', Late: 'warning', 'On Time': 'success', 'Not Started': 'default' } as const;

/** Sort values of the columns; the status sorts by severity. */
export const ARRIVAL_SORT_VALUES = {
  name: ({ userName }: EmployeeArrival) => userName,
  scheduled: ({ scheduledArrival }: EmployeeArrival) => scheduledArrival,
  actual: ({ actualArrival }: EmployeeArrival) => actualArrival,
  status: ({ status }: EmployeeArrival) => Object.keys(COLORS).indexOf(status),
  minutesLate: ({ minutesLate }: EmployeeArrival) => minutesLate,
};

/** The columns of the arrival table. */
export const arrivalColumns = (times: PracticeTimes): readonly Column<EmployeeArrival, Key>[] => [
  {
    id: 'employee',
    header: 'Employee',
    sortKey: 'name',
    render: (row) => (
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}>
        {row.userName}
        <ReportMarks isOwnCorrection={row.isOwnCorrection} />
      </Stack>
    ),
  },
  {
    id: 'scheduled',
    header: 'Scheduled Arrival',
    sortKey: 'scheduled',
    render: ({ scheduledArrival }) => times.time(scheduledArrival),
  },
  {
    id: 'actual',
    header: 'Actual Arrival',
    sortKey: 'actual',
    render: ({ actualArrival }) => (actualArrival === null ? '—' : times.time(actualArrival)),
  },
  {
    id: 'status',
    header: 'Status',
    sortKey: 'status',
    render: ({ status }) => <StatusChip label={status} color={COLORS[status]} />,
  },
  {
    id: 'minutesLate',
    header: 'Minutes Late',
    align: 'right',
    sortKey: 'minutesLate',
    render: ({ minutesLate }) => (minutesLate === 0 ? '—' : minutesText(minutesLate)),
  },
];
