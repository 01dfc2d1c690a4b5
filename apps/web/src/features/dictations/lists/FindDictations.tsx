import PrintOutlinedIcon from '@mui/icons-material/PrintOutlined';
import { Button, Stack, Typography } from '@mui/material';
import { dictationList, type DictationRow } from '@portal/contract/dictations';
import { isDateOnly } from '@portal/domain/date';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';
import { useRowSelection } from '#ui/bulk/use-row-selection.ts';
import { useVisibleColumns } from '#ui/list-view/use-visible-columns.ts';
import { ViewMenu } from '#ui/list-view/ViewMenu.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { BatchProgress } from '../print/BatchProgress.tsx';
import { BatchStatusDialog } from './BatchStatusDialog.tsx';
import { dictationColumns } from './dictation-columns.tsx';
import { DICTATION_LIST, dictationFilterQuery } from './dictation-list.ts';
import { dictationCountText, rangeProblem } from '../dictation-labels.ts';
import { DictationFilters } from './DictationFilters.tsx';
import { DictationTable } from './DictationTable.tsx';
import { useDictationActions } from './use-dictation-actions.ts';
import { useBatchPrint } from '../print/use-dictation-files.ts';

/** The tab that searches all dictations by patient, template, provider, status, and dates. */
export function FindDictations() {
  const { can } = useAccess();
  const { pageSize } = useCurrentUser().preferences;
  const state = useListState(useMemo(() => ({ ...DICTATION_LIST, defaultPageSize: pageSize }), [pageSize]));
  const times = usePracticeTimes();
  const columns = useMemo(() => dictationColumns(times), [times]);
  const [changing, setChanging] = useState<readonly DictationRow[] | null>(null);
  const batch = useBatchPrint('Failed to batch print');
  const actions = useDictationActions();
  const rangeError = rangeProblem(state.filters, isDateOnly);
  const answer = useEndpointQuery(
    dictationList,
    { query: { ...state.query, ...dictationFilterQuery(state.search, state.filters) } },
    { placeholderData: keepPreviousData, enabled: rangeError === undefined },
  );
  const selection = useRowSelection(rangeError === undefined ? answer.data?.data : undefined);
  const { rows } = selection;
  return (
    <>
      <DictationFilters state={state} rangeError={rangeError} />
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}>
        <Button
          variant="outlined"
          startIcon={<PrintOutlinedIcon />}
          loading={batch.printing > 0}
          loadingPosition="start"
          onClick={() => batch.print(rows.map(({ id }) => id))}
        >
          Print Selected
        </Button>
        {can('Dictation.Edit') ? (
          <Button variant="outlined" disabled={rows.length === 0} onClick={() => setChanging(rows)}>
            Change Status
          </Button>
        ) : null}
        <ViewMenu list="dictations" state={state} columns={columns} />
        {rows.length === 0 ? null : (
          <>
            <Typography color="textSecondary">{dictationCountText(rows.length)} selected</Typography>
            <Button onClick={selection.clear}>Clear selection</Button>
          </>
        )}
      </Stack>
      <BatchProgress count={batch.printing} />
      <DictationTable
        columns={useVisibleColumns(columns)}
        answer={answer}
        isInvalid={rangeError !== undefined}
        state={state}
        selection={selection}
        emptyText={state.isFiltered ? 'No dictations match the filters' : 'No dictations found'}
        actions={actions}
      />
      {changing === null ? null : (
        <BatchStatusDialog dictations={changing} onDone={selection.clear} onClose={() => setChanging(null)} />
      )}
    </>
  );
}
