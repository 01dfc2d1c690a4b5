import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import { Stack } from '@mui/material';
import { pillCountHistory, type PillCount } from '@portal/contract/pill-counts';
import { useState } from 'react';
import { call } from '#lib/portal.ts';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { ListTable } from '#ui/ListTable.tsx';
import { PrintButton } from '#ui/PrintButton.tsx';
import { usePreferredListState } from '#ui/use-list-state.ts';
import { usePrintAll } from '#ui/use-print-all.ts';
import { DeletePillCountDialog } from './DeletePillCountDialog.tsx';
import { historyColumns, prescriptionLabel } from './history-columns.tsx';
import { useCanDeletePillCount } from './use-may-delete.ts';

const LIST = { sortKeys: [], filters: {} } as const;

/** A patient's saved counts, newest first, with view and delete. */
export function PillCountHistory({ patientId }: { readonly patientId: string }) {
  const list = usePreferredListState(LIST);
  const times = usePracticeTimes();
  const mayDelete = useCanDeletePillCount();
  const [deleting, setDeleting] = useState<PillCount | null>(null);
  const history = useListQuery(pillCountHistory, { params: { patientId }, query: list.query });
  const all = usePrintAll((query) => call(pillCountHistory, { params: { patientId }, query }));
  return (
    <>
      <Stack direction="row" sx={{ justifyContent: 'flex-end', mb: 1, '@media print': { display: 'none' } }}>
        <PrintButton onPrint={all.print} isLoading={all.isLoading} />
      </Stack>
      <ListTable
        label="Pill count history"
        columns={historyColumns(times)}
        list={list}
        query={history}
        found={({ data, ...total }) => ({
          ...total,
          rows: times.practice === undefined ? undefined : (all.rows ?? data),
        })}
        rowKey={({ id }) => id}
        rowLabel={prescriptionLabel}
        errorFallback="Failed to load pill count history"
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
