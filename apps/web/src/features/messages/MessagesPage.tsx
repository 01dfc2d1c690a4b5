import { Checkbox, FormControlLabel } from '@mui/material';
import { messageExport, messageList } from '@portal/contract/messages';
import { MESSAGE_STATUSES } from '@portal/domain/message-status';
import { PRIORITIES } from '@portal/domain/priority';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import { FilterSelect } from '#ui/FilterSelect.tsx';
import { ExportItem } from '#ui/list-view/ExportItem.tsx';
import { useVisibleColumns } from '#ui/list-view/use-visible-columns.ts';
import { ViewMenu } from '#ui/list-view/ViewMenu.tsx';
import { LiveSearchBox } from '#ui/LiveSearchBox.tsx';
import { NewLink } from '#ui/NewLink.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { useNow } from '#ui/use-now.ts';
import { messageColumns } from './message-columns.tsx';
import { PRIORITY_OPTIONS, STATUS_OPTIONS } from './message-labels.ts';
import { useMessageBulk } from './MessageBulk.tsx';
import { useMessageActions } from './use-message-actions.tsx';

const LIST = {
  // The sort order is fixed: by priority, then longest waiting.
  sortKeys: [],
  filters: { status: MESSAGE_STATUSES, priority: PRIORITIES, myMessages: ['true'], unassigned: ['true'] },
  hidesSearch: true,
} as const;

/** /messages: the phone message list. */
export function MessagesPage() {
  const { can } = useAccess();
  const { pageSize } = useCurrentUser().preferences;
  const state = useListState(useMemo(() => ({ ...LIST, defaultPageSize: pageSize }), [pageSize]));
  const times = usePracticeTimes();
  const now = useNow();
  const linksPatient = can('Patient.View');
  const columns = useMemo(() => messageColumns({ times, now, linksPatient }), [times, now, linksPatient]);
  const { status, priority, myMessages, unassigned } = state.filters;
  const filters = {
    search: state.search,
    myMessages: myMessages === 'true' ? ('true' as const) : ('false' as const),
    ...(unassigned === 'true' ? { unassigned: 'true' as const } : {}),
    ...(status === '' ? {} : { status }),
    ...(priority === '' ? {} : { priority }),
  };
  const input = { query: { page: state.query.page, pageSize: state.query.pageSize, ...filters } };
  const { data, error, isFetching, refetch } = useEndpointQuery(messageList, input, {
    placeholderData: keepPreviousData,
  });
  const { selection, bulkActions, dialog } = useMessageBulk(data?.data);
  useLiveRefresh(messageList, input, ({ entityType }) => entityType === 'PhoneMessage');
  return (
    <PageContent>
      <PageHeader
        title="Phone Messages"
        tools={
          <ViewMenu list="messages" state={state} columns={columns}>
            <ExportItem
              endpoint={messageExport}
              input={{ body: filters }}
              fallbackName="phone_messages.csv"
            />
          </ViewMenu>
        }
        keepsActionsInReach
        actions={can('Message.Create') ? <NewLink to="/messages/new">New Message</NewLink> : null}
      />
      <FilterBar isFiltered={state.isFiltered} onClear={state.clearFilters}>
        <LiveSearchBox
          value={state.search}
          onSearch={state.setLiveSearch}
          label="Search messages"
          placeholder="Patient, caller, number, or text..."
        />
        <FilterSelect
          label="Status"
          value={status}
          options={STATUS_OPTIONS}
          onChange={(value) => state.setFilter('status', value)}
        />
        <FilterSelect
          label="Priority"
          value={priority}
          options={PRIORITY_OPTIONS}
          onChange={(value) => state.setFilter('priority', value)}
        />
        <FormControlLabel
          label="My Messages Only"
          control={
            <Checkbox
              checked={myMessages === 'true'}
              onChange={(_event, checked) => state.setFilter('myMessages', checked ? 'true' : '')}
            />
          }
        />
        <FormControlLabel
          label="Unassigned Only"
          control={
            <Checkbox
              checked={unassigned === 'true'}
              onChange={(_event, checked) => state.setFilter('unassigned', checked ? 'true' : '')}
            />
          }
        />
      </FilterBar>
      <DataTable
        label="Phone Messages"
        columns={useVisibleColumns(columns)}
        rows={data?.data}
        totalCount={data?.totalCount}
        isTotalApproximate={data?.totalCountIsApproximate}
        rowKey={({ id }) => id}
        rowLabel={({ messageNumber }) => messageNumber}
        state={state}
        isFetching={isFetching}
        error={error}
        errorFallback="Failed to fetch messages"
        onRetry={() => void refetch()}
        emptyText={state.isFiltered ? 'No phone messages match the filters' : 'No phone messages found'}
        actions={useMessageActions()}
        selection={selection}
        bulkActions={bulkActions}
      />
      {dialog}
    </PageContent>
  );
}
