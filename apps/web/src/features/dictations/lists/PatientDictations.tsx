import { Box } from '@mui/material';
import { DICTATION_SORT_KEYS, dictationList } from '@portal/contract/dictations';
import { useMemo } from 'react';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useAccess } from '#lib/session/use-session.ts';
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
} as const;

/** The Dictations tab of a patient's page. */
export function PatientDictations({ patientId }: { readonly patientId: string }) {
  const { can } = useAccess();
  const state = useListState(LIST);
  const times = usePracticeTimes();
  const columns = useMemo(() => patientDictationColumns(times), [times]);
  const actions = useDictationActions();
  const answer = useListQuery(dictationList, { query: { ...state.query, patientId } });
  return (
    <>
      {can('Dictation.Create') ? (
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', mb: 1.5 }}>
          <NewDictationMenu patientId={patientId} />
        </Box>
      ) : null}
      <DictationTable
        columns={columns}
        query={answer}
        list={state}
        emptyText="This patient has no dictations"
        actions={actions}
      />
    </>
  );
}
