import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import { pillCountHistory } from '@portal/contract/pill-counts';
import type { PillCount } from '@portal/contract/pill-counts';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { usePreferences } from '#lib/session/use-preferences.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { useListState } from '#ui/use-list-state.ts';
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
  return (
    <>
      <DataTable
        label="Pill count history"
        columns={historyColumns(times)}
        rows={times.practice === undefined ? undefined : history.data?.data}
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
