import type { Schedule } from '@portal/contract/timecard-schedules';
import { DAY_NAMES, DAYS_FROM_MONDAY } from '@portal/domain/calendar';
import { useMemo } from 'react';
import { usePracticeTimes, type PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { lunchText, shiftText } from './week-schedule.ts';
import { minutesText } from '../time-format.ts';

interface WeekTableProps {
  readonly label: string;
  /** Monday first; undefined for days off. */
  readonly week: readonly (Schedule | undefined)[];
}

interface Day {
  readonly name: string;
  readonly shift: Schedule | undefined;
}

/** An employee's weekly schedule by day. */
export function WeekTable({ label, week }: WeekTableProps) {
  const times = usePracticeTimes();
  const columns = useMemo(() => dayColumns(times), [times]);
  return (
    <PlainTable
      label={label}
      columns={columns}
      rows={DAYS_FROM_MONDAY.map((day, index) => ({ name: DAY_NAMES[day], shift: week[index] }))}
      rowKey={({ name }) => name}
      rowLabel={({ name }) => name}
    />
  );
}

const dayColumns = (times: PracticeTimes): readonly Column<Day, never>[] => [
  { id: 'day', header: 'Day', render: ({ name }) => name },
  {
    id: 'shift',
    header: 'Shift',
    render: ({ shift }) =>
      shift === undefined ? <span className="list-secondary">Off</span> : shiftText(shift, times),
  },
  {
    id: 'lunch',
    header: 'Lunch',
    isLabeled: true,
    render: ({ shift }) => (shift === undefined ? '' : lunchText(shift, times)),
  },
  {
    id: 'grace',
    header: 'Grace Period',
    isLabeled: true,
    render: ({ shift }) => (shift === undefined ? '' : minutesText(shift.gracePeriodMinutes)),
  },
];
