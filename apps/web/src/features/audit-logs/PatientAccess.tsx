import { Box, Typography } from '@mui/material';
import { AUDIT_PAGE_SIZE, AUDIT_PAGE_SIZES, auditByPatient, type AuditEntry } from '@portal/contract/audit';
import { useMemo } from 'react';
import { FilterBar } from '#ui/FilterBar.tsx';
import { FilterDateRange } from '#ui/FilterDateRange.tsx';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { ListTable } from '#ui/ListTable.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { groupAccess, VISIT_MINUTES } from './access-groups.ts';
import { accessColumns } from './access-columns.tsx';
import { dateFilter, isReversed } from './audit-list.ts';
import { entryText } from './entity-labels.ts';

const NONE: readonly AuditEntry[] = [];
const LIST = {
  sortKeys: [],
  pageSizes: AUDIT_PAGE_SIZES,
  defaultPageSize: AUDIT_PAGE_SIZE,
  filters: { startDate: 'text', endDate: 'text' },
} as const;

/** The Access tab of a patient's page: who viewed or changed the record, when, and from which address. */
export function PatientAccess({ patientId }: { readonly patientId: string }) {
  const state = useListState(LIST);
  const times = usePracticeTimes();
  const zone = times.practice?.timeZone;
  const reversed = isReversed(state.filters);
  const access = useListQuery(
    auditByPatient,
    {
      params: { patientId },
      query: {
        ...state.query,
        ...dateFilter(state.filters, zone ?? 'UTC'),
      },
    },
    { enabled: !reversed && (zone !== undefined || !state.isFiltered) },
  );
  const logs = reversed ? NONE : access.data?.logs;
  const columns = useMemo(() => accessColumns(times), [times]);
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
      <FilterBar list={state}>
        <FilterDateRange
          value={state.filters}
          error={reversed ? 'Before the start date' : undefined}
          onChange={state.setFilter}
        />
      </FilterBar>
      <ListTable
        label="Access"
        columns={columns}
        list={state}
        query={access}
        found={(answer) => ({ ...answer, rows: groups })}
        isInvalid={reversed}
        countedRows={logs?.length}
        rowKey={({ entry }) => entry.id}
        rowLabel={({ entry }) => entryText(entry)}
        errorFallback="Failed to fetch audit logs"
        emptyText={
          state.isFiltered ? 'No one viewed this record on these days' : 'No one has viewed this record yet'
        }
      />
    </>
  );
}
