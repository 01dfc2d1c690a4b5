import Box from '@mui/material/Box';
import { DICTATION_SORT_KEYS, dictationList } from '@portal/contract/dictations';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { DataTable } from '#ui/DataTable.tsx';
import type { ListOptions } from '#ui/list-url.ts';
import { useListState } from '#ui/use-list-state.ts';
import { patientDictationColumns } from './dictation-columns.tsx';
import { dictationName } from '../dictation-labels.ts';
import { NewDictationMenu } from '../session/NewDictationMenu.tsx';
import { useDictationActions } from './use-dictation-actions.tsx';

const LIST = {
  sortKeys: DICTATION_SORT_KEYS,
  defaultSort: { orderBy: 'procedureDate', sortDirection: 'desc' },
  defaultPageSize: 10,
  filters: {},
} as const satisfies ListOptions<string, Record<string, readonly string[]>>;

/** The Dictations tab of a patient's page. */
export function PatientDictations({ patientId }: { readonly patientId: string }) {
  const { can } = useAccess();
  const state = useListState(LIST);
  const timeZone = usePractice().data?.timeZone;
  const columns = useMemo(() => patientDictationColumns(timeZone), [timeZone]);
  const actions = useDictationActions();
  const { data, error, isFetching, refetch } = useEndpointQuery(
    dictationList,
    { query: { ...state.query, patientId } },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      {can('Dictation.Create') ? (
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', mb: 1.5 }}>
          <NewDictationMenu patientId={patientId} />
        </Box>
      ) : null}
      <DataTable
        label="Dictations"
        columns={columns}
        rows={data?.data}
        totalCount={data?.totalCount}
        isTotalApproximate={data?.totalCountIsApproximate}
        rowKey={({ id }) => id}
        rowLabel={dictationName}
        state={state}
        isFetching={isFetching}
        error={error}
        errorFallback="Failed to load dictations"
        onRetry={() => void refetch()}
        emptyText="This patient has no dictations"
        actions={actions}
      />
    </>
  );
}
