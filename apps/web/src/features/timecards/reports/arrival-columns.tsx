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
      <>
        {row.userName} <ReportMarks isOwnCorrection={row.isOwnCorrection} />
      </>
    ),
  },
  {
    id: 'scheduled',
    header: 'Scheduled Arrival',
    kind: 'date',
    isLabeled: true,
    sortKey: 'scheduled',
    render: ({ scheduledArrival }) => times.time(scheduledArrival),
  },
  {
    id: 'actual',
    header: 'Actual Arrival',
    kind: 'date',
    isLabeled: true,
    sortKey: 'actual',
    render: ({ actualArrival }) => (actualArrival === null ? '—' : times.time(actualArrival)),
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'status',
    sortKey: 'status',
    render: ({ status }) => <StatusChip label={status} color={COLORS[status]} />,
  },
  {
    id: 'minutesLate',
    header: 'Minutes Late',
    kind: 'count',
    isLabeled: true,
    align: 'right',
    sortKey: 'minutesLate',
    render: ({ minutesLate }) => (minutesLate === 0 ? '—' : minutesText(minutesLate)),
  },
];
