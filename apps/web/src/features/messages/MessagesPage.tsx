import { messageAges, messageExport, messageList } from '@portal/contract/messages';
import { MESSAGE_STATUSES } from '@portal/domain/message-status';
import { PRIORITIES } from '@portal/domain/priority';
import { useMemo } from 'react';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useEndpointQuery, useListQuery } from '#lib/query/endpoint-query.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { AgePicture } from '#ui/charts/AgePicture.tsx';
import { FilterDateRange } from '#ui/FilterDateRange.tsx';
import { OPEN, OPEN_OPTION, SelectFilter, SwitchFilter } from '#ui/list-filters.tsx';
import { filterQuery, rangeProblem } from '#ui/list-url.ts';
import { ListPage } from '#ui/ListPage.tsx';
import { ExportItem } from '#ui/list-view/ExportItem.tsx';
import { usePreferredListState } from '#ui/use-list-state.ts';
import { useNow } from '#ui/use-now.ts';
import { messageColumns } from './message-columns.tsx';
import { PRIORITY_OPTIONS, STATUS_OPTIONS } from './message-labels.ts';
import { useMessageBulk } from './MessageBulk.tsx';
import { useMessageActions } from './use-message-actions.tsx';

const LIST = {
  // The sort order is fixed: by priority, then longest waiting.
  sortKeys: [],
  filters: {
    status: [OPEN, ...MESSAGE_STATUSES],
    priority: PRIORITIES,
    startDate: 'text',
    endDate: 'text',
    myMessages: ['true'],
    unassigned: ['true'],
  },
  hidesSearch: true,
} as const;

/** /messages: the phone message list. */
export function MessagesPage() {
  const { can } = useAccess();
  const list = usePreferredListState(LIST);
  const times = usePracticeTimes();
  const today = usePractice().data?.today;
  const now = useNow();
  const linksPatient = can('Patient.View');
  const columns = useMemo(() => messageColumns({ times, now, linksPatient }), [times, now, linksPatient]);
  const rangeError = rangeProblem(list.filters);
  const isInvalid = rangeError !== undefined;
  const { status, ...others } = filterQuery(list.filters);
  const filters = {
    search: list.search,
    myMessages: 'false' as const,
    ...others,
    ...(status === OPEN ? { open: 'true' as const } : status && { status }),
  };
  const input = { query: { ...list.query, ...filters } };
  const messages = useListQuery(messageList, input, { enabled: !isInvalid });
  useLiveRefresh(messageList, input, ({ entityType }) => entityType === 'PhoneMessage');
  return (
    <ListPage
      title="Phone Messages"
      list={list}
      query={messages}
      isInvalid={isInvalid}
      add={can('Message.Create') ? { label: 'New Message', to: '/messages/new' } : undefined}
      keepsActionsInReach
      view="messages"
      exportItem={
        <ExportItem
          endpoint={messageExport}
          input={{ body: filters }}
          fallbackName="phone_messages.csv"
          isDisabled={isInvalid}
        />
      }
      search={{
        label: 'Search messages',
        placeholder: 'Patient, caller, number, or text...',
        isLive: true,
      }}
      filters={
        <>
          <SelectFilter list={list} name="status" label="Status" options={[OPEN_OPTION, ...STATUS_OPTIONS]} />
          <SelectFilter list={list} name="priority" label="Priority" options={PRIORITY_OPTIONS} />
          <FilterDateRange value={list.filters} max={today} error={rangeError} onChange={list.setFilter} />
          <SwitchFilter list={list} name="myMessages" label="My Messages Only" isCheckbox />
          <SwitchFilter list={list} name="unassigned" label="Unassigned Only" isCheckbox />
        </>
      }
      label="Phone Messages"
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={({ messageNumber }) => messageNumber}
      errorFallback="Failed to fetch messages"
      emptyText={list.isFiltered ? 'No phone messages match the filters' : 'No phone messages found'}
      actions={useMessageActions()}
      bulk={useMessageBulk(messages.data?.data)}
      below={<WaitingCallers />}
    />
  );
}

/** How long the callers of open messages have waited. */
function WaitingCallers() {
  const ages = useEndpointQuery(messageAges, {}, { staleTime: 0 });
  useLiveRefresh(messageAges, {}, ({ entityType }) => entityType === 'PhoneMessage');
  return (
    <AgePicture
      title="How long have callers waited?"
      counted="Open messages"
      list="/messages"
      query={ages}
      emptyText="No open phone messages"
    />
  );
}
