import { Button, Stack, Typography } from '@mui/material';
import { dictationDelete, managedDictations } from '@portal/contract/dictation-admin';
import type { DictationRow, DictationSortKey } from '@portal/contract/dictations';
import { useMemo, useState } from 'react';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes, type PracticeTimes } from '#lib/query/use-practice-times.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { useRowSelection } from '#ui/bulk/use-row-selection.ts';
import type { Column } from '#ui/DataTable.tsx';
import { filterQuery, rangeProblem } from '#ui/list-url.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { ActiveChip } from '#ui/StatusChip.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { CleanupDialog, type Cleanup } from './CleanupDialog.tsx';
import { dictationCountText } from '../dictation-labels.ts';
import { dictationColumns } from './dictation-columns.tsx';
import { ManagedFilters } from './ManagedFilters.tsx';
import { MANAGED_LIST } from './managed-list.ts';
import { DictationTable } from './DictationTable.tsx';
import { useManagedActions } from './use-managed-actions.ts';

function managedColumns(times: PracticeTimes): readonly Column<DictationRow, DictationSortKey>[] {
  return [
    ...dictationColumns(times).filter(({ id }) => id !== 'location'),
    {
      id: 'active',
      header: 'Active',
      kind: 'status',
      width: 96,
      fold: { order: 2, into: 'status' },
      render: ({ isActive }) => <ActiveChip active={isActive} />,
    },
  ];
}

/** `/admin/dictations`: cleanup of test dictations. */
export function DictationManagementPage() {
  const state = useListState(MANAGED_LIST);
  const times = usePracticeTimes();
  const columns = useMemo(() => managedColumns(times), [times]);
  const [cleanup, setCleanup] = useState<Cleanup | null>(null);
  const actions = useManagedActions(setCleanup);
  const mayChange = useAccess().passes(dictationDelete.guard);
  const rangeError = rangeProblem(state.filters);
  const { inactive, ...others } = filterQuery(state.filters);
  const answer = useListQuery(
    managedDictations,
    { query: { ...state.query, ...others, ...(inactive && { includeInactive: inactive }) } },
    { enabled: rangeError === undefined },
  );
  const selection = useRowSelection(rangeError === undefined ? answer.data?.data : undefined);
  const { rows } = selection;
  return (
    <PageContent>
      <PageHeader title="Dictation Management" />
      <ManagedFilters
        state={state}
        rangeError={rangeError}
        isRefreshing={answer.isFetching}
        onRefresh={() => void answer.refetch()}
      />
      {rows.length === 0 ? null : (
        <Stack
          role="toolbar"
          aria-label="Selected dictations"
          direction="row"
          sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}
        >
          <Typography>{dictationCountText(rows.length)} selected</Typography>
          <Button variant="outlined" onClick={() => setCleanup({ dictations: rows, isPermanent: false })}>
            Deactivate
          </Button>
          <Button
            variant="outlined"
            color="error"
            onClick={() => setCleanup({ dictations: rows, isPermanent: true })}
          >
            Delete Forever
          </Button>
          <Button onClick={selection.clear}>Clear selection</Button>
        </Stack>
      )}
      <DictationTable
        columns={columns}
        query={answer}
        isInvalid={rangeError !== undefined}
        list={state}
        {...(mayChange ? { selection } : {})}
        isDimmed={({ isActive }) => !isActive}
        emptyText={state.isFiltered ? 'No dictations match the filters' : 'No dictations found'}
        {...(mayChange ? { actions } : {})}
      />
      <CleanupDialog
        cleanup={cleanup}
        onDone={(done) => selection.set(done, false)}
        onClose={() => setCleanup(null)}
      />
    </PageContent>
  );
}
