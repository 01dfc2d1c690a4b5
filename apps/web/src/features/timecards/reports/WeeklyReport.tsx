import { Box, Typography } from '@mui/material';
import {
  timecardWeeklyAll,
  timecardWeeklyExport,
  type WeeklyReportRow,
} from '@portal/contract/timecard-reports';
import { addDays } from '@portal/domain/calendar';
import { formatHours } from '@portal/domain/work-time';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { browserPage, type BrowserPage } from '#ui/browser-list.ts';
import { Picture } from '#ui/charts/Picture.tsx';
import { addressOf } from '#ui/charts/picture-rows.ts';
import { ListTable } from '#ui/ListTable.tsx';
import { ExportButton } from '#ui/ExportButton.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import { PrintReport } from '#ui/PrintReport.tsx';
import { SearchBox } from '#ui/SearchBox.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { useIsPhone } from '#ui/use-screen.ts';
import { chosenWeek, weekText } from './report-days.ts';
import { marksNote, MarksNotice } from './ReportMarks.tsx';
import { weeklyColumns } from './weekly-columns.tsx';
import { WeekPicker } from '../schedules/WeekPicker.tsx';

const HOUR = 3600;
const hoursText = (hours: number) => formatHours(hours * HOUR);

const PAGE_SIZES = [10, 25, 50, 100];
const LIST = {
  sortKeys: ['name', 'total', 'overtime'],
  defaultSort: { orderBy: 'name', sortDirection: 'asc' },
  filters: { week: 'text' },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 25,
} as const;

const SORT_VALUES = {
  name: ({ userName }: WeeklyReportRow) => userName,
  total: ({ totalWeeklyHours }: WeeklyReportRow) => totalWeeklyHours,
  overtime: ({ overtimeHours }: WeeklyReportRow) => overtimeHours,
};

/** The timecards of an employee in a week. */
const cardsOf = (userId: string, monday: string) =>
  addressOf('/timecard/reports', { tab: 'team', userId, startDate: monday, endDate: addDays(monday, 6) });

/** Everyone's week, Monday to Sunday, with regular and overtime hours. */
export function WeeklyReport({ today }: { readonly today: string }) {
  const list = useListState(LIST);
  const weekStartDate = chosenWeek(list.filters.week, today);
  const report = useListQuery(timecardWeeklyAll, { query: { weekStartDate } });
  const shown =
    report.data &&
    browserPage({
      rows: report.data,
      search: list.search,
      searchTexts: ({ userName, employeeId }) => [userName, employeeId],
      sortValues: SORT_VALUES,
      state: list,
    });
  const columns = weeklyColumns(weekStartDate);
  const isEmpty = report.data === undefined || report.data.length === 0;
  const isPhone = useIsPhone();
  const chart = (shown === undefined ? report.error !== null : shown.rows.length === 0) ? null : (
    <OvertimePicture rows={shown?.rows} weekStartDate={weekStartDate} />
  );
  return (
    <>
      <FilterBar
        list={list}
        main={<WeekPicker value={weekStartDate} onChange={(week) => list.setFilter('week', week)} />}
        actions={
          <>
            <ExportButton
              endpoint={timecardWeeklyExport}
              input={{ query: { weekStartDate } }}
              fallbackName={`weekly-hours-report-${weekStartDate}.csv`}
              disabled={isEmpty}
            />
            <PrintWeek
              weekStartDate={weekStartDate}
              search={list.search}
              shown={isEmpty ? undefined : shown}
              columns={columns}
            />
          </>
        }
      >
        <SearchBox
          label="Search employees"
          placeholder="Name or employee ID..."
          value={list.search}
          onSearch={list.setSearch}
        />
      </FilterBar>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        Week of {weekText(weekStartDate)}
      </Typography>
      <MarksNotice rows={report.data ?? []} />
      {isPhone ? <Box sx={{ mb: 2 }}>{chart}</Box> : null}
      <ListTable
        label="Weekly hours"
        columns={columns}
        list={list}
        query={report}
        found={() => shown}
        rowKey={({ userId }) => userId}
        rowLabel={({ userName }) => userName}
        errorFallback="Failed to load report data"
        emptyText={list.search === '' ? 'No hours recorded this week' : 'No employees match the search'}
      />
      {isPhone ? null : <Box sx={{ mt: 2 }}>{chart}</Box>}
    </>
  );
}

function OvertimePicture({
  rows,
  weekStartDate,
}: {
  /** Undefined while they are loaded. */
  readonly rows: readonly WeeklyReportRow[] | undefined;
  readonly weekStartDate: string;
}) {
  const managesTimecards = useAccess().can('Timecard.ManageTimecards');
  return (
    <Picture
      title="Who worked overtime this week?"
      chart={{ kind: 'bars' }}
      rowHeader="Employee"
      series={['Regular', 'Overtime']}
      format={hoursText}
      emptyText="No hours recorded this week"
      rows={rows?.map(({ userId, userName, regularHours, overtimeHours }) => ({
        id: userId,
        label: userName,
        values: [regularHours / HOUR, overtimeHours / HOUR],
        to: managesTimecards ? cardsOf(userId, weekStartDate) : undefined,
      }))}
    />
  );
}

interface PrintWeekProps {
  readonly weekStartDate: string;
  readonly search: string;
  /** Undefined if there is nothing to print. */
  readonly shown: BrowserPage<WeeklyReportRow> | undefined;
  readonly columns: ReturnType<typeof weeklyColumns>;
}

function PrintWeek({ weekStartDate, search, shown, columns }: PrintWeekProps) {
  if (shown === undefined) return <PrintReport report={undefined} />;
  return (
    <PrintReport
      report={{
        title: 'Weekly Hours',
        filter: [['Week', weekText(weekStartDate)], ...(search === '' ? [] : [['Search', search] as const])],
        figures: [['Employees', String(shown.totalCount)]],
        note: marksNote(shown.allRows),
        columns,
        rows: shown.allRows,
        rowKey: ({ userId }) => userId,
      }}
    />
  );
}
