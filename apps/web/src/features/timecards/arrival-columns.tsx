import type { EmployeeArrival } from '@portal/contract/timecard-reports';
import type { Column } from '#ui/DataTable.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { minutesText, timeText } from './time-format.ts';

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

/** The columns of the arrival table, with times in this time zone. */
export const arrivalColumns = (zone: string): readonly Column<EmployeeArrival, Key>[] => [
  { id: 'employee', header: 'Employee', sortKey: 'name', render: ({ userName }) => userName },
  {
    id: 'scheduled',
    header: 'Scheduled Arrival',
    sortKey: 'scheduled',
    render: ({ scheduledArrival }) => timeText(zone, scheduledArrival),
  },
  {
    id: 'actual',
    header: 'Actual Arrival',
    sortKey: 'actual',
    render: ({ actualArrival }) => (actualArrival === null ? '—' : timeText(zone, actualArrival)),
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
