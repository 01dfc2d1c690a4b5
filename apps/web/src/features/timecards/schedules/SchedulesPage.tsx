import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import { schedulePeople } from '@portal/contract/timecard-schedules';
import { useState } from 'react';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { ListTable } from '#ui/ListTable.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import { FilterDate } from '#ui/FilterDate.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { SearchBox } from '#ui/SearchBox.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { CopyWeekDialog } from './CopyWeekDialog.tsx';
import { chosenDay } from '../reports/report-days.ts';
import { scheduleColumns, type ScheduledPerson } from './schedule-columns.tsx';

const PAGE_SIZES = [10, 25, 50];
const LIST = {
  sortKeys: [],
  filters: { date: 'text' },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 25,
} as const;

/** /timecard/schedules: everyone's weekly schedules. */
export function SchedulesPage() {
  const practice = usePractice();
  return (
    <PageContent>
      <PageHeader title="Schedule Management" subtitle="Everyone’s schedule on the selected date" />
      <RecordPart query={practice} fallback="Failed to load timecard data">
        {({ today }) => <People today={today} />}
      </RecordPart>
    </PageContent>
  );
}

function People({ today }: { readonly today: string }) {
  const times = usePracticeTimes();
  const list = useListState(LIST);
  const date = chosenDay(list.filters.date, today);
  const [copying, setCopying] = useState<ScheduledPerson | null>(null);
  const people = useListQuery(schedulePeople, {
    query: {
      date,
      ...(list.search !== '' && { search: list.search }),
      ...list.query,
    },
  });
  return (
    <>
      <FilterBar
        list={list}
        main={
          <SearchBox
            label="Search employees"
            placeholder="Name..."
            value={list.search}
            onSearch={list.setSearch}
          />
        }
      >
        <FilterDate label="As Of" value={date} onChange={(day) => list.setFilter('date', day)} />
      </FilterBar>
      <ListTable
        label="Schedules"
        columns={scheduleColumns(date, times)}
        list={list}
        query={people}
        rowKey={({ userId }) => userId}
        rowLabel={({ userName }) => userName}
        errorFallback="Failed to load timecard data"
        emptyText={list.search === '' ? 'No employees found' : 'No employees match the search'}
        actions={[
          {
            label: 'Edit schedule',
            icon: <EditOutlined />,
            to: ({ userId }) => `/timecard/schedules/${userId}`,
          },
          {
            label: 'Copy schedule to others',
            icon: <ContentCopyOutlined />,
            isDisabled: ({ schedules }) => schedules.length === 0,
            onClick: setCopying,
          },
        ]}
      />
      {copying === null ? null : (
        <CopyWeekDialog source={copying} today={today} onClose={() => setCopying(null)} />
      )}
    </>
  );
}
