import { Box, Typography } from '@mui/material';
import { AUDIT_PAGE_SIZE, AUDIT_PAGE_SIZES, auditByPatient, type AuditEntry } from '@portal/contract/audit';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FilterBar } from '#ui/FilterBar.tsx';
import { FilterDateRange } from '#ui/FilterDateRange.tsx';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { DataTable } from '#ui/DataTable.tsx';
import type { FilterKind, ListOptions } from '#ui/list-url.ts';
import { useListState } from '#ui/use-list-state.ts';
import { groupAccess, VISIT_MINUTES } from './access-groups.ts';
import { ACCESS_COLUMNS } from './access-columns.tsx';
import { dateFilter, isReversed } from './audit-list.ts';
import { entryText } from './entity-labels.ts';

const NONE: readonly AuditEntry[] = [];
const LIST = {
  sortKeys: [],
  pageSizes: AUDIT_PAGE_SIZES,
  defaultPageSize: AUDIT_PAGE_SIZE,
  filters: { startDate: 'text', endDate: 'text' },
} as const satisfies ListOptions<never, Record<string, FilterKind>>;

/** The Access tab of a patient's page: who viewed or changed the record, when, and from which address. */
export function PatientAccess({ patientId }: { readonly patientId: string }) {
  const state = useListState(LIST);
  const zone = usePracticeTimes().practice?.timeZone;
  const reversed = isReversed(state.filters);
  const { data, error, isFetching, refetch } = useEndpointQuery(
    auditByPatient,
    {
      params: { patientId },
      query: {
        page: state.query.page,
        pageSize: state.query.pageSize,
        ...dateFilter(state.filters, zone ?? 'UTC'),
      },
    },
    { placeholderData: keepPreviousData, enabled: !reversed && (zone !== undefined || !state.isFiltered) },
  );
  const logs = reversed ? NONE : data?.logs;
  const groups = useMemo(() => (logs === undefined ? undefined : groupAccess(logs)), [logs]);
  return (
    <>
      <Box sx={{ mb: 1.5 }}>
        <Typography variant="h2">Who has viewed this record</Typography>
        <Typography color="textSecondary">
          Newest first, with lists, searches and exports that had this patient. Repeated views by the same
          person within {VISIT_MINUTES} minutes are combined.
        </Typography>
      </Box>
      <FilterBar isFiltered={state.isFiltered} onClear={state.clearFilters}>
        <FilterDateRange
          value={state.filters}
          error={reversed ? 'Before the start date' : undefined}
          onChange={state.setFilter}
        />
      </FilterBar>
      <DataTable
        label="Access"
        columns={ACCESS_COLUMNS}
        rows={groups}
        totalCount={reversed ? 0 : data?.totalCount}
        countedRows={logs?.length}
        isTotalApproximate={data?.totalCountIsApproximate}
        rowKey={({ entry }) => entry.id}
        rowLabel={({ entry }) => entryText(entry)}
        state={state}
        isFetching={isFetching}
        error={error}
        errorFallback="Failed to fetch audit logs"
        onRetry={() => void refetch()}
        emptyText={
          state.isFiltered ? 'No one viewed this record on these days' : 'No one has viewed this record yet'
        }
        pageSizes={AUDIT_PAGE_SIZES}
      />
    </>
  );
}
