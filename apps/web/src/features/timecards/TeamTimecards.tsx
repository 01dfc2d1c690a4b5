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
import { useState } from 'react';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { ListTable } from '#ui/ListTable.tsx';
import { ExportButton } from '#ui/ExportButton.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import { FilterDateRange } from '#ui/FilterDateRange.tsx';
import { SelectFilter } from '#ui/list-filters.tsx';
import { filterQuery } from '#ui/list-url.ts';
import { useListState } from '#ui/use-list-state.ts';
import { cardColumns, cardLabel } from './card-columns.tsx';
import { CardDialog } from './CardDialog.tsx';
import { CorrectionsDialog } from './CorrectionsDialog.tsx';
import { rangeOf, rangeProblem } from './date-range.ts';
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
  const { userId } = list.filters;
  const range = rangeOf(list.filters, today);
  const problem = rangeProblem(range);
  const filters = { ...filterQuery(list.filters), ...range };
  const search = useListQuery(
    timecardSearch,
    { body: { ...filters, page: list.page, pageSize: list.pageSize } },
    { enabled: problem === undefined },
  );
  const rows = search.data?.data;
  const [picked, setPicked] = useState<PersonChoice | null>(null);
  const person = userId === '' ? null : personOf(userId, picked, rows);
  const actions = useTeamActions(today, practice);
  const [opened, setOpened] = useState<'new' | Timecard | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <FilterBar
        list={list}
        actions={
          <>
            <ExportButton
              endpoint={timecardSearchExport}
              input={{ body: filters }}
              fallbackName="timecards.csv"
              disabled={problem !== undefined}
            />
            <Button variant="contained" startIcon={<AddOutlined />} onClick={() => setOpened('new')}>
              Add Timecard
            </Button>
          </>
        }
      >
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
        <SelectFilter list={list} name="status" label="Status" options={STATUS_OPTIONS} />
      </FilterBar>
      <ListTable
        label="Team timecards"
        columns={[
          { id: 'employee', header: 'Employee', render: ({ userName }: Timecard) => userName },
          ...cardColumns(times, setOpened),
        ]}
        list={list}
        query={search}
        rowKey={({ id }) => id}
        rowLabel={(card) => `${card.userName}, ${cardLabel(card, times)}`}
        errorFallback="Failed to load timecard data"
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
