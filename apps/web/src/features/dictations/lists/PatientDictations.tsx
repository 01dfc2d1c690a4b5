import { Box } from '@mui/material';
import { DICTATION_SORT_KEYS, dictationList } from '@portal/contract/dictations';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useAccess } from '#lib/session/use-session.ts';
import type { ListOptions } from '#ui/list-url.ts';
import { useListState } from '#ui/use-list-state.ts';
import { DictationTable } from './DictationTable.tsx';
import { patientDictationColumns } from './dictation-columns.tsx';
import { NewDictationMenu } from '../session/NewDictationMenu.tsx';
import { useDictationActions } from './use-dictation-actions.ts';

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
  const times = usePracticeTimes();
  const columns = useMemo(() => patientDictationColumns(times), [times]);
  const actions = useDictationActions();
  const answer = useEndpointQuery(
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
      <DictationTable
        columns={columns}
        answer={answer}
        state={state}
        emptyText="This patient has no dictations"
        actions={actions}
      />
    </>
  );
}
