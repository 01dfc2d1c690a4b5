import AddOutlined from '@mui/icons-material/AddOutlined';
import { Box, Button } from '@mui/material';
import {
  timecardSearch,
  timecardSearchExport,
  TIMECARD_STATUSES,
  type Timecard,
} from '@portal/contract/timecards';
import type { PracticeClock } from '@portal/domain/clock';
import { LONG_CARD_HOURS } from '@portal/domain/timecard';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import { FilterDateRange } from '#ui/FilterDateRange.tsx';
import { FilterSelect } from '#ui/FilterSelect.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { cardColumns, cardLabel } from './card-columns.tsx';
import { CardDialog } from './CardDialog.tsx';
import { CorrectionsDialog } from './CorrectionsDialog.tsx';
import { rangeOf, rangeProblem } from './date-range.ts';
import { DownloadButton } from './reports/DownloadButton.tsx';
import { PersonPicker } from './PersonPicker.tsx';
import type { PersonChoice } from './find-people.ts';
import { useTeamActions } from './use-team-actions.tsx';

const PAGE_SIZES = [5, 10, 25, 50];
const LIST = {
  sortKeys: [],
  filters: { userId: 'id', startDate: 'text', endDate: 'text', status: TIMECARD_STATUSES },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 25,
} as const;

const STATUS_OPTIONS = [
  { value: 'Complete', label: 'Complete' },
  { value: 'InProgress', label: 'In Progress' },
  { value: 'TooLong', label: `Over ${LONG_CARD_HOURS} h` },
  { value: 'OwnCorrection', label: 'Own correction' },
] as const;

/** Everyone's timecards: search, add, correct, delete. */
export function TeamTimecards({
  today,
  practice,
}: {
  readonly today: string;
  readonly practice: PracticeClock;
}) {
  const times = usePracticeTimes();
  const list = useListState(LIST);
  const { userId, status } = list.filters;
  const range = rangeOf(list.filters, today);
  const problem = rangeProblem(range);
  const filters = {
    ...range,
    ...(userId === '' ? {} : { userId }),
    ...(status === '' ? {} : { status }),
  };
  const search = useEndpointQuery(
    timecardSearch,
    { body: { ...filters, page: list.page, pageSize: list.pageSize } },
    { placeholderData: keepPreviousData, enabled: problem === undefined },
  );
  const rows = search.data?.data;
  const [picked, setPicked] = useState<PersonChoice | null>(null);
  const person = userId === '' ? null : personOf(userId, picked, rows);
  const actions = useTeamActions(today, practice);
  const [opened, setOpened] = useState<'new' | Timecard | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <FilterBar isFiltered={list.isFiltered} onClear={list.clearFilters}>
        <Box sx={{ flex: '1 1 220px', maxWidth: { sm: 300 } }}>
          <PersonPicker
            value={person}
            onChange={(choice) => {
              setPicked(choice);
              list.setFilter('userId', choice?.userId ?? '');
            }}
          />
        </Box>
        <FilterDateRange value={range} max={today} error={problem} onChange={list.setFilter} />
        <FilterSelect
          label="Status"
          value={status}
          options={STATUS_OPTIONS}
          onChange={(value) => list.setFilter('status', value)}
        />
        <DownloadButton
          endpoint={timecardSearchExport}
          input={{ body: filters }}
          fallbackName="timecards.csv"
          disabled={problem !== undefined}
        />
        <Button variant="contained" startIcon={<AddOutlined />} onClick={() => setOpened('new')}>
          Add Timecard
        </Button>
      </FilterBar>
      <DataTable
        label="Team timecards"
        columns={[
          { id: 'employee', header: 'Employee', render: ({ userName }: Timecard) => userName },
          ...cardColumns(times, setOpened),
        ]}
        rows={rows}
        totalCount={search.data?.totalCount}
        isTotalApproximate={search.data?.totalCountIsApproximate}
        rowKey={({ id }) => id}
        rowLabel={(card) => `${card.userName}, ${cardLabel(card, times)}`}
        state={list}
        pageSizes={PAGE_SIZES}
        isFetching={search.isFetching}
        error={search.error}
        errorFallback="Failed to load timecard data"
        onRetry={() => void search.refetch()}
        emptyText="No timecards match the filters"
        actions={actions}
      />
      {opened === 'new' ? (
        <CardDialog card={null} person={person} today={today} practice={practice} onClose={close} />
      ) : null}
      {opened === null || opened === 'new' ? null : <CorrectionsDialog card={opened} onClose={close} />}
    </>
  );
}

/** The employee in the URL, with the name from the picker or from one of their cards. */
function personOf(
  userId: string,
  picked: PersonChoice | null,
  rows: readonly Timecard[] | undefined,
): PersonChoice {
  if (picked?.userId === userId) return picked;
  const userName = rows?.find((card) => card.userId === userId)?.userName ?? 'Selected employee';
  return { userId, userName };
}
