import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { IconButton } from '@mui/material';
import type { ResultOf } from '@portal/contract/endpoint';
import {
  ARRIVAL_STATUSES,
  timecardCompliance,
  type EmployeeArrival,
} from '@portal/contract/timecard-reports';
import { GOOD_COMPLIANCE } from '@portal/domain/arrival';
import { formatDateUs } from '@portal/domain/date';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { browserPage } from '#ui/browser-list.ts';
import { ListTable } from '#ui/ListTable.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import { SelectFilter } from '#ui/list-filters.tsx';
import { FilterDate } from '#ui/FilterDate.tsx';
import { PrintReport } from '#ui/PrintReport.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { ARRIVAL_SORT_VALUES, arrivalColumns } from './arrival-columns.tsx';
import { ArrivalBar } from './ArrivalBar.tsx';
import { Figures } from './Figure.tsx';
import { marksNote, MarksNotice } from './ReportMarks.tsx';
import { chosenDay } from './report-days.ts';
import { useDaySteps } from '../schedules/use-day-steps.ts';

const rowKeyOf = ({ userId, scheduledArrival }: EmployeeArrival) => `${userId} ${scheduledArrival}`;

type Report = ResultOf<typeof timecardCompliance>;

const PAGE_SIZES = [10, 25, 50, 100];
const LIST = {
  sortKeys: ['name', 'scheduled', 'actual', 'status', 'minutesLate'],
  filters: { date: 'text', status: ARRIVAL_STATUSES },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 25,
} as const;

const STATUS_OPTIONS = ARRIVAL_STATUSES.map((value) => ({ value, label: value }));

/** The arrivals of everyone scheduled on a day. */
export function ComplianceReport({ today }: { readonly today: string }) {
  const times = usePracticeTimes();
  const list = useListState(LIST);
  const date = chosenDay(list.filters.date, today);
  const report = useListQuery(timecardCompliance, { query: { date } });
  const { data } = report;
  const columns = arrivalColumns(times);
  const shown =
    data &&
    browserPage({
      rows: data.employeeArrivals.filter(
        ({ status }) => list.filters.status === '' || status === list.filters.status,
      ),
      search: '',
      searchTexts: ({ userName }) => [userName],
      sortValues: ARRIVAL_SORT_VALUES,
      state: list,
    });
  const goTo = (day: string) => list.setFilter('date', day);
  const step = useDaySteps(date, goTo);
  return (
    <>
      <FilterBar
        list={list}
        main={
          <>
            <IconButton aria-label="Previous day" onClick={() => step(-1)}>
              <ChevronLeft />
            </IconButton>
            <FilterDate label="Report Date" value={date} onChange={goTo} />
            <IconButton aria-label="Next day" onClick={() => step(1)}>
              <ChevronRight />
            </IconButton>
          </>
        }
        actions={
          <PrintReport
            report={
              data === undefined || shown === undefined
                ? undefined
                : {
                    title: 'Arrival Compliance',
                    filter: [
                      ['Date', formatDateUs(date)],
                      ...(list.filters.status === '' ? [] : [['Status', list.filters.status] as const]),
                    ],
                    figures: figuresOf(data).map(({ label, value }) => [label, String(value)]),
                    note: marksNote(shown.allRows),
                    columns,
                    rows: shown.allRows,
                    rowKey: rowKeyOf,
                  }
            }
          />
        }
      >
        <SelectFilter list={list} name="status" label="Status" options={STATUS_OPTIONS} />
      </FilterBar>
      <Figures items={figuresOf(data)} />
      {data === undefined || data.totalEmployees === 0 ? null : <ArrivalBar report={data} />}
      <MarksNotice rows={data?.employeeArrivals ?? []} />
      <ListTable
        label="Arrivals"
        columns={columns}
        list={list}
        query={report}
        found={() => shown}
        rowKey={rowKeyOf}
        rowLabel={({ userName }) => userName}
        errorFallback="Failed to load report data"
        emptyText={
          list.filters.status === '' ? 'No one is scheduled on this day' : 'No arrivals with this status'
        }
      />
    </>
  );
}

function figuresOf(data: Report | undefined) {
  const rate = data?.compliancePercentage;
  const isGood = typeof rate === 'number' && rate >= GOOD_COMPLIANCE;
  return [
    { label: 'Total Employees', value: data?.totalEmployees ?? '…' },
    { label: 'On Time', value: data?.onTimeCount ?? '…' },
    { label: 'Late', value: data?.lateCount ?? '…' },
    {
      label: 'Compliance Rate',
      value: data === undefined ? '…' : typeof rate === 'number' ? `${rate}%` : '—',
      isGood,
      note: isGood ? 'Good' : undefined,
    },
  ];
}
