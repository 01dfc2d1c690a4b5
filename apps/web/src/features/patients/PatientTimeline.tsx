import { patientTimeline, TIMELINE_GUARDS, TIMELINE_KINDS } from '@portal/contract/patient-timeline';
import { useMemo } from 'react';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { ListTable } from '#ui/ListTable.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import { SelectFilter } from '#ui/list-filters.tsx';
import { filterQuery } from '#ui/list-url.ts';
import { useListState } from '#ui/use-list-state.ts';
import { entryName, kindLabel, timelineColumns } from './timeline-columns.tsx';

const LIST = { sortKeys: [], filters: { kind: TIMELINE_KINDS } } as const;

/** The Timeline tab of a patient's page: all records that the user may view, newest first. */
export function PatientTimeline({ patientId }: { readonly patientId: string }) {
  const list = useListState(LIST);
  const times = usePracticeTimes();
  const columns = useMemo(() => timelineColumns(times), [times]);
  const { passes } = useAccess();
  const kinds = TIMELINE_KINDS.filter((each) => passes(TIMELINE_GUARDS[each]));
  const timeline = useListQuery(
    patientTimeline,
    { params: { id: patientId }, query: { ...list.query, ...filterQuery(list.filters) } },
    // Changes in other areas show up here, so it is always refetched.
    { staleTime: 0 },
  );
  return (
    <>
      <FilterBar list={list}>
        <SelectFilter
          list={list}
          name="kind"
          label="Type"
          options={kinds.map((value) => ({ value, label: kindLabel(value) }))}
        />
      </FilterBar>
      <ListTable
        label="Timeline"
        columns={columns}
        list={list}
        query={timeline}
        rowKey={(entry) => `${entry.kind} ${entry.id}`}
        rowLabel={entryName}
        errorFallback="Failed to load the timeline"
        emptyText={list.isFiltered ? 'No records of this type' : 'No activity for this patient yet'}
      />
    </>
  );
}
