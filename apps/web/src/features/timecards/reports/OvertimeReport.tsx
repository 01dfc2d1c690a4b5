import { Box } from '@mui/material';
import { OVERTIME_WEEKS, timecardOvertime, timecardOvertimeWeeks } from '@portal/contract/timecard-reports';
import type { ResultOf } from '@portal/contract/endpoint';
import { formatDateUs } from '@portal/domain/date';
import { formatHours } from '@portal/domain/work-time';
import { useEndpointQuery, useListQuery } from '#lib/query/endpoint-query.ts';
import { browserPage } from '#ui/browser-list.ts';
import { Picture } from '#ui/charts/Picture.tsx';
import { addressOf } from '#ui/charts/picture-rows.ts';
import type { Column } from '#ui/DataTable.tsx';
import { ListTable } from '#ui/ListTable.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import { PrintReport } from '#ui/PrintReport.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { Figures } from './Figure.tsx';
import { chosenWeek, weekText } from './report-days.ts';
import { marksNote, MarksNotice, ReportMarks } from './ReportMarks.tsx';
import { WeekPicker } from '../schedules/WeekPicker.tsx';

type Row = ResultOf<typeof timecardOvertime>['employeesWithOvertime'][number];
type Key = 'name' | 'employeeId' | 'total' | 'overtime';

const PAGE_SIZES = [10, 25, 50, 100];
const LIST = {
  sortKeys: ['name', 'employeeId', 'total', 'overtime'],
  defaultSort: { orderBy: 'overtime', sortDirection: 'desc' },
  filters: { week: 'text' },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 25,
} as const;

const SORT_VALUES = {
  name: ({ userName }: Row) => userName,
  employeeId: ({ employeeId }: Row) => employeeId,
  total: ({ totalHours }: Row) => totalHours,
  overtime: ({ overtimeHours }: Row) => overtimeHours,
};

const COLUMNS: readonly Column<Row, Key>[] = [
  {
    id: 'employee',
    header: 'Employee',
    sortKey: 'name',
    render: (row) => (
      <>
        {row.userName} <ReportMarks {...row} />
      </>
    ),
  },
  {
    id: 'employeeId',
    header: 'Employee ID',
    kind: 'word',
    isLabeled: true,
    sortKey: 'employeeId',
    render: ({ employeeId }) => employeeId || '—',
  },
  {
    id: 'total',
    header: 'Total Hours',
    kind: 'count',
    isLabeled: true,
    align: 'right',
    sortKey: 'total',
    render: ({ totalHours }) => formatHours(totalHours),
  },
  {
    id: 'regular',
    header: 'Regular Hours',
    kind: 'count',
    isLabeled: true,
    align: 'right',
    render: ({ regularHours }) => formatHours(regularHours),
  },
  {
    id: 'overtime',
    header: 'Overtime Hours',
    kind: 'count',
    isLabeled: true,
    align: 'right',
    sortKey: 'overtime',
    render: ({ overtimeHours }) => <strong>{formatHours(overtimeHours)}</strong>,
  },
];

/** Employees with overtime in a week. */
export function OvertimeReport({ today }: { readonly today: string }) {
  const list = useListState(LIST);
  const weekStartDate = chosenWeek(list.filters.week, today);
  const report = useListQuery(timecardOvertime, { query: { weekStartDate } });
  const { data } = report;
  const shown =
    data &&
    browserPage({
      rows: data.employeesWithOvertime,
      search: '',
      searchTexts: ({ userName }) => [userName],
      sortValues: SORT_VALUES,
      state: list,
    });
  return (
    <>
      <FilterBar
        list={list}
        main={<WeekPicker value={weekStartDate} onChange={(week) => list.setFilter('week', week)} />}
        actions={
          <PrintReport
            report={
              data === undefined || shown === undefined
                ? undefined
                : {
                    title: 'Overtime Report',
                    filter: [['Week', weekText(weekStartDate)]],
                    figures: [
                      ['Employees with Overtime', String(data.totalEmployeesWithOvertime)],
                      ['Total Overtime', formatHours(data.totalOvertimeHours)],
                      ['Overtime Threshold', thresholdText(data)],
                    ],
                    note: marksNote(shown.allRows),
                    columns: COLUMNS,
                    rows: shown.allRows,
                    rowKey: ({ userId }) => userId,
                  }
            }
          />
        }
      />
      <Figures
        items={[
          { label: 'Employees with Overtime', value: data?.totalEmployeesWithOvertime ?? '…' },
          {
            label: 'Total Overtime',
            value: data === undefined ? '…' : formatHours(data.totalOvertimeHours),
          },
          { label: 'Week Period', value: weekText(weekStartDate) },
          { label: 'Overtime Threshold', value: data === undefined ? '…' : thresholdText(data) },
        ]}
      />
      <MarksNotice rows={data?.employeesWithOvertime ?? []} />
      <ListTable
        label="Overtime"
        columns={COLUMNS}
        list={list}
        query={report}
        found={() => shown}
        rowKey={({ userId }) => userId}
        rowLabel={({ userName }) => userName}
        errorFallback="Failed to load report data"
        emptyText="No overtime this week"
      />
      <Box sx={{ mt: 3 }}>
        <OvertimeWeeks weekStartDate={weekStartDate} />
      </Box>
    </>
  );
}

/** The overtime of everyone in the weeks up to this one. */
function OvertimeWeeks({ weekStartDate }: { readonly weekStartDate: string }) {
  const weeks = useEndpointQuery(timecardOvertimeWeeks, { query: { weekStartDate } });
  return (
    <Picture
      title="Is overtime growing?"
      chart={{ kind: 'columns' }}
      rowHeader="Week"
      series={['Overtime hours']}
      format={(hours) => formatHours(hours * 3600)}
      query={weeks}
      emptyText={`No overtime in the ${OVERTIME_WEEKS} weeks up to this one`}
      rows={weeks.data?.map(({ weekStartDate: monday, overtimeHours }) => ({
        id: monday,
        label: weekText(monday),
        tick: formatDateUs(monday).slice(0, 5),
        values: [overtimeHours / 3600],
        to: addressOf('/timecard/reports', { tab: 'overtime', week: monday }),
      }))}
    />
  );
}

/** "Over 40:00 per week", from the thresholds in the report. */
function thresholdText({
  weeklyThreshold,
  dailyThreshold,
}: Pick<ResultOf<typeof timecardOvertime>, 'weeklyThreshold' | 'dailyThreshold'>): string {
  const daily = dailyThreshold === null ? '' : `${formatHours(dailyThreshold)} per day or `;
  return `Over ${daily}${formatHours(weeklyThreshold)} per week`;
}
