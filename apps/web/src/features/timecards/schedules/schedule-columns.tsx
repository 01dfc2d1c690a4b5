import type { schedulePeople } from '@portal/contract/timecard-schedules';
import type { ResultOf } from '@portal/contract/endpoint';
import { DAY_NAMES, DAYS_FROM_MONDAY } from '@portal/domain/calendar';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { shiftText, weekOn } from './week-schedule.ts';

export type ScheduledPerson = ResultOf<typeof schedulePeople>['data'][number];

/** The columns Employee and Monday to Sunday, with the shifts in effect on a date. */
export function scheduleColumns(
  date: string,
  times: PracticeTimes,
): readonly Column<ScheduledPerson, never>[] {
  return [
    {
      id: 'employee',
      header: 'Employee',
      kind: 'word',
      render: ({ userName }) => userName,
    },
    ...DAYS_FROM_MONDAY.map((day, index): Column<ScheduledPerson, never> => {
      const partsOf = ({ schedules }: ScheduledPerson) => {
        const shift = weekOn(schedules, date)[index];
        return shift === undefined ? [] : shiftText(shift, times).split(/(?=–)/);
      };
      return {
        id: `day${day}`,
        header: DAY_NAMES[day].slice(0, 3),
        kind: 'date',
        width: 78,
        isLabeled: true,
        render: (person) => partsOf(person)[0] ?? <span className="list-secondary">Off</span>,
        caption: (person) => partsOf(person)[1] ?? null,
      };
    }),
  ];
}
