import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import { Stack } from '@mui/material';
import { pillCountHistory, type PillCount } from '@portal/contract/pill-counts';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '#lib/portal.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { usePreferences } from '#lib/session/use-preferences.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { PrintButton } from '#ui/PrintButton.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { usePrintAll } from '#ui/use-print-all.ts';
import { DeletePillCountDialog } from './DeletePillCountDialog.tsx';
import { historyColumns, prescriptionLabel } from './history-columns.tsx';
import { useCanDeletePillCount } from './use-may-delete.ts';

const LIST = { sortKeys: [], filters: {} } as const;

/** A patient's saved counts, newest first, with view and delete. */
export function PillCountHistory({ patientId }: { readonly patientId: string }) {
  const defaultPageSize = usePreferences().preferences.pageSize;
  const list = useListState(useMemo(() => ({ ...LIST, defaultPageSize }), [defaultPageSize]));
  const times = usePracticeTimes();
  const mayDelete = useCanDeletePillCount();
  const [deleting, setDeleting] = useState<PillCount | null>(null);
  const history = useEndpointQuery(
    pillCountHistory,
    { params: { patientId }, query: { page: list.query.page, pageSize: list.query.pageSize } },
    { placeholderData: keepPreviousData },
  );
  const all = usePrintAll((query) => call(pillCountHistory, { params: { patientId }, query }));
  return (
    <>
      <Stack direction="row" sx={{ justifyContent: 'flex-end', mb: 1, '@media print': { display: 'none' } }}>
        <PrintButton onPrint={all.print} isLoading={all.isLoading} />
      </Stack>
      <DataTable
        label="Pill count history"
        columns={historyColumns(times)}
        rows={times.practice === undefined ? undefined : (all.rows ?? history.data?.data)}
        totalCount={history.data?.totalCount}
        isTotalApproximate={history.data?.totalCountIsApproximate}
        rowKey={({ id }) => id}
        rowLabel={prescriptionLabel}
        state={list}
        isFetching={history.isFetching}
        error={history.error}
        errorFallback="Failed to load pill count history"
        onRetry={() => void history.refetch()}
        emptyText="No saved pill counts"
        actions={[
          {
            label: 'View',
            icon: <VisibilityOutlined fontSize="small" />,
            to: ({ id }) => `/pill-count/${id}`,
          },
          {
            label: 'Delete',
            icon: <DeleteOutlined fontSize="small" />,
            onClick: setDeleting,
            isHidden: (count) => !mayDelete(count),
          },
        ]}
      />
      <DeletePillCountDialog count={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}
