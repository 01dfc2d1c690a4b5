import { patientTimeline, TIMELINE_GUARDS, TIMELINE_KINDS } from '@portal/contract/patient-timeline';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import { FilterSelect } from '#ui/FilterSelect.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { entryName, kindLabel, timelineColumns } from './timeline-columns.tsx';

const LIST = { sortKeys: [], filters: { kind: TIMELINE_KINDS } } as const;

/** The Timeline tab of a patient's page: all records that the user may view, newest first. */
export function PatientTimeline({ patientId }: { readonly patientId: string }) {
  const state = useListState(LIST);
  const times = usePracticeTimes();
  const columns = useMemo(() => timelineColumns(times), [times]);
  const { passes } = useAccess();
  const kinds = TIMELINE_KINDS.filter((each) => passes(TIMELINE_GUARDS[each]));
  const { kind } = state.filters;
  const { page, pageSize } = state.query;
  const { data, error, isFetching, refetch } = useEndpointQuery(
    patientTimeline,
    { params: { id: patientId }, query: { page, pageSize, ...(kind === '' ? {} : { kind }) } },
    // Changes in other areas show up here, so it is always refetched.
    { placeholderData: keepPreviousData, staleTime: 0 },
  );
  return (
    <>
      <FilterBar isFiltered={state.isFiltered} onClear={state.clearFilters}>
        <FilterSelect
          label="Type"
          value={kind}
          options={kinds.map((value) => ({ value, label: kindLabel(value) }))}
          onChange={(value) => state.setFilter('kind', value)}
        />
      </FilterBar>
      <DataTable
        label="Timeline"
        columns={columns}
        rows={data?.data}
        totalCount={data?.totalCount}
        isTotalApproximate={data?.totalCountIsApproximate}
        rowKey={(entry) => `${entry.kind} ${entry.id}`}
        rowLabel={entryName}
        state={state}
        isFetching={isFetching}
        error={error}
        errorFallback="Failed to load the timeline"
        onRetry={() => void refetch()}
        emptyText={state.isFiltered ? 'No records of this type' : 'No activity for this patient yet'}
      />
    </>
  );
}
