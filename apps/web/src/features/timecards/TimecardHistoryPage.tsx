import RefreshOutlined from '@mui/icons-material/RefreshOutlined';
import { Button } from '@mui/material';
import { myTimecards, myTimecardsExport, OWN_TIMECARD, type Timecard } from '@portal/contract/timecards';
import { formatHours } from '@portal/domain/work-time';
import { useState } from 'react';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { call } from '#lib/portal.ts';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { ListTable } from '#ui/ListTable.tsx';
import { ExportButton } from '#ui/ExportButton.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import { FilterDateRange } from '#ui/FilterDateRange.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PrintButton } from '#ui/PrintButton.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { usePrintAll } from '#ui/use-print-all.ts';
import { cardColumns, cardLabel } from './card-columns.tsx';
import { CorrectionsDialog } from './CorrectionsDialog.tsx';
import { rangeOf, rangeProblem } from './date-range.ts';
import { Figures } from './reports/Figure.tsx';

const PAGE_SIZES = [5, 10, 25, 50];
const LIST = {
  sortKeys: [],
  filters: { startDate: 'text', endDate: 'text' },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 10,
} as const;

const never = () => false;

/** /timecard/history. */
export function TimecardHistoryPage() {
  const practice = usePractice();
  return (
    <PageContent>
      <PageHeader title="Timecard History" backTo="/timecard" />
      <RecordPart query={practice} fallback="Failed to load timecard history">
        {({ today }) => <History today={today} />}
      </RecordPart>
    </PageContent>
  );
}

function History({ today }: { readonly today: string }) {
  const times = usePracticeTimes();
  const list = useListState(LIST);
  const [corrected, setCorrected] = useState<Timecard | null>(null);
  const range = rangeOf(list.filters, today);
  const problem = rangeProblem(range);
  const input = { query: { ...range, ...list.query } };
  useLiveRefresh(myTimecards, input, never, OWN_TIMECARD);
  const history = useListQuery(myTimecards, input, {
    enabled: problem === undefined,
  });
  const { data } = history;
  const all = usePrintAll((page) => call(myTimecards, { query: { ...range, ...page } }));
  return (
    <>
      <FilterBar
        list={list}
        actions={
          <>
            <Button
              startIcon={<RefreshOutlined />}
              loading={history.isFetching}
              loadingPosition="start"
              onClick={() => void history.refetch()}
            >
              Refresh
            </Button>
            <ExportButton
              endpoint={myTimecardsExport}
              input={{ query: range }}
              fallbackName="timecard-history.csv"
              disabled={problem !== undefined || data?.totalCount === 0}
            />
            <PrintButton onPrint={all.print} isLoading={all.isLoading} disabled={problem !== undefined} />
          </>
        }
      >
        <FilterDateRange value={range} max={today} error={problem} onChange={list.setFilter} />
      </FilterBar>
      <Figures
        items={[
          { label: 'Total Records', value: data?.totalCount ?? '…' },
          { label: 'Total Hours', value: data === undefined ? '…' : formatHours(data.totalHours) },
        ]}
      />
      <ListTable
        label="Timecard history"
        columns={cardColumns(times, setCorrected)}
        list={list}
        query={history}
        found={(page) => ({ ...page, rows: all.rows ?? page.data })}
        rowKey={({ id }) => id}
        rowLabel={(card) => cardLabel(card, times)}
        errorFallback="Failed to load timecard history"
        emptyText="No timecards in this date range"
      />
      {corrected === null ? null : <CorrectionsDialog card={corrected} onClose={() => setCorrected(null)} />}
    </>
  );
}
