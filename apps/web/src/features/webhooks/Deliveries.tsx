import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import ReplayIcon from '@mui/icons-material/Replay';
import { Button, Stack } from '@mui/material';
import {
  webhookDeliveryList,
  webhookDiscard,
  webhookSendAgain,
  type Webhook,
  type WebhookDelivery,
} from '@portal/contract/webhooks';
import { DELIVERY_STATES } from '@portal/domain/webhook';
import { useMemo, useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery, useListQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes, type PracticeTimes } from '#lib/query/use-practice-times.ts';
import { useRowSelection } from '#ui/bulk/use-row-selection.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import type { RowAction } from '#ui/DataTable.tsx';
import { ListTable } from '#ui/ListTable.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import { SelectFilter } from '#ui/list-filters.tsx';
import { filterQuery } from '#ui/list-url.ts';
import { MAX_SHOWN_NAMES } from '#ui/RecordNames.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { deliveryColumns } from './delivery-columns.tsx';
import { DELIVERY_LABELS, deliveriesText } from './webhook-labels.ts';

const LIST = { sortKeys: [], filters: { state: DELIVERY_STATES } } as const;
const STATES = DELIVERY_STATES.map((value) => ({ value, label: DELIVERY_LABELS[value].label }));

const deliveryName = ({ event, at }: WebhookDelivery, times: PracticeTimes) =>
  `${event}, ${times.dateTime(at)}`;

/** Failed deliveries that an action is about; `deliveries` null means all. */
interface Asked {
  readonly what: 'send' | 'discard';
  readonly deliveries: readonly WebhookDelivery[] | null;
}

/** The deliveries of a webhook. Failed ones can be sent again or discarded: one, the selected ones, or all. */
export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const list = useListState(LIST);
  const { state } = list.filters;
  const times = usePracticeTimes();
  const columns = useMemo(() => deliveryColumns(times), [times]);
  const [asked, setAsked] = useState<Asked | null>(null);
  const deliveries = useListQuery(webhookDeliveryList, {
    params: { id: webhook.id },
    query: { ...list.query, ...filterQuery(list.filters) },
  });
  const isFailedList = state === 'failed';
  const selection = useRowSelection(isFailedList ? deliveries.data?.items : undefined);
  return (
    <>
      <FilterBar list={list}>
        <SelectFilter list={list} name="state" label="Status" options={STATES} />
        {webhook.failedCount === 0 ? null : (
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
            <Button onClick={() => setAsked({ what: 'send', deliveries: null })}>
              Send all failed again
            </Button>
            <Button color="error" onClick={() => setAsked({ what: 'discard', deliveries: null })}>
              Discard all failed
            </Button>
          </Stack>
        )}
      </FilterBar>
      <ListTable
        label="Deliveries"
        columns={columns}
        list={list}
        query={deliveries}
        found={({ items: rows, ...total }) => ({ rows, ...total })}
        rowKey={({ id }) => id}
        rowLabel={(delivery) => deliveryName(delivery, times)}
        errorFallback="Failed to load deliveries"
        emptyText={isFailedList ? 'Nothing has failed' : 'No deliveries found'}
        actions={rowActions(setAsked)}
        {...(isFailedList && {
          selection,
          bulkActions: [
            { label: 'Send again', onClick: () => setAsked({ what: 'send', deliveries: selection.rows }) },
            { label: 'Discard', onClick: () => setAsked({ what: 'discard', deliveries: selection.rows }) },
          ],
        })}
      />
      {asked === null ? null : (
        <FailedDialog
          webhook={webhook}
          asked={asked}
          onDone={selection.clear}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

const rowActions = (ask: (asked: Asked) => void): readonly RowAction<WebhookDelivery>[] => [
  {
    label: 'Send again',
    icon: <ReplayIcon fontSize="small" />,
    isHidden: ({ state }) => state !== 'failed',
    onClick: (delivery) => ask({ what: 'send', deliveries: [delivery] }),
  },
  {
    label: 'Discard',
    icon: <DeleteOutlined fontSize="small" />,
    isHidden: ({ state }) => state !== 'failed',
    onClick: (delivery) => ask({ what: 'discard', deliveries: [delivery] }),
  },
];

interface FailedDialogProps {
  readonly webhook: Webhook;
  readonly asked: Asked;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Confirmation before failed deliveries are sent again or discarded. */
function FailedDialog({ webhook, asked: { what, deliveries }, onDone, onClose }: FailedDialogProps) {
  const sendAgain = useEndpointMutation(webhookSendAgain);
  const discard = useEndpointMutation(webhookDiscard);
  const times = usePracticeTimes();
  const failed = useEndpointQuery(
    webhookDeliveryList,
    { params: { id: webhook.id }, query: { state: 'failed', pageSize: String(MAX_SHOWN_NAMES) } },
    { enabled: deliveries === null, staleTime: 0 },
  );
  const named = (deliveries ?? failed.data?.items ?? []).map((delivery) => deliveryName(delivery, times));
  const count = deliveriesText(deliveries?.length ?? webhook.failedCount);
  const input = {
    params: { id: webhook.id },
    body: deliveries === null ? { all: true as const } : { ids: deliveries.map(({ id }) => id) },
  };
  const isSending = what === 'send';
  return (
    <ConfirmDialog
      newsOf={webhook.id}
      open
      title={isSending ? `Send ${count} again?` : `Discard ${count}?`}
      text={
        isSending
          ? 'Receivers recognize an event that they already have by its id.'
          : 'The receiver will never get these events. This cannot be undone.'
      }
      confirmLabel={isSending ? 'Send again' : 'Discard'}
      isDanger={!isSending}
      records={[webhook.name, ...named]}
      errorFallback={isSending ? 'Failed to send again' : 'Failed to discard'}
      onConfirm={async () => {
        const done = await (isSending ? sendAgain : discard).mutateAsync(input);
        onDone();
        return isSending
          ? `${deliveriesText(done.count)} will be sent now`
          : `${deliveriesText(done.count)} discarded`;
      }}
      onClose={onClose}
    />
  );
}
