import { Box } from '@mui/material';
import { messageList } from '@portal/contract/messages';
import { useMemo } from 'react';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { ListTable } from '#ui/ListTable.tsx';
import { NewLink } from '#ui/NewLink.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { useNow } from '#ui/use-now.ts';
import { messageColumns } from './message-columns.tsx';
import { useMessageActions } from './use-message-actions.tsx';

const LIST = { sortKeys: [], defaultPageSize: 10, filters: {} } as const;

/** The Messages tab of the patient page. */
export function PatientMessages({ patientId }: { readonly patientId: string }) {
  const { can } = useAccess();
  const list = useListState(LIST);
  const times = usePracticeTimes();
  const now = useNow();
  const columns = useMemo(
    () => messageColumns({ times, now, ofPatient: true, linksPatient: false }),
    [times, now],
  );
  const messages = useListQuery(messageList, { query: { ...list.query, patientId } });
  return (
    <>
      {can('Message.Create') ? (
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', mb: 1.5 }}>
          <NewLink to={`/messages/new?patientId=${patientId}`} variant="outlined">
            New Message
          </NewLink>
        </Box>
      ) : null}
      <ListTable
        label="Phone Messages"
        list={list}
        query={messages}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ messageNumber }) => messageNumber}
        errorFallback="Failed to fetch messages"
        emptyText="No phone messages for this patient"
        actions={useMessageActions()}
      />
    </>
  );
}
